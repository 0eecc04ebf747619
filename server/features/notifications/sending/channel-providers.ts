import type { ChannelKey } from '@aerowatch/domain/notifications/channels';
import { makeChatProvider } from './provider-chat.ts';
import { makePushProvider } from './provider-push.ts';
import { makeSmsProvider } from './provider-sms.ts';
import { makeSmtpProvider } from './provider-smtp.ts';
import type { MakeProvider } from './providers.ts';

/** The provider of each channel. */
export const PROVIDERS: Readonly<Record<ChannelKey, MakeProvider>> = {
  email: makeSmtpProvider,
  sms: makeSmsProvider,
  chat: makeChatProvider,
  web_push: makePushProvider,
};
