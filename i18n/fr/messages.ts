import { channelMessages } from '../channel-messages.ts';
import { channels } from './channels.ts';
import { errors } from './errors.ts';
import { server } from './server.ts';
import { validation } from './validation.ts';

/** Every code that a message can have. */
export const messages = {
  ...errors,
  ...validation,
  ...server,
  ...channelMessages(channels, errors.notify_off),
};
