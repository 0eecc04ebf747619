import type { TextsOfChannels } from '../channel-messages.ts';

/** The ways people are notified of alerts. */
export const channels = {
  email: {
    name: 'E-mail',
    alerts: 'Alerts by e-mail',
    preference: 'E-mail notification',
    action: 'Send e-mail',
    sentence: 'send an e-mail',
    missing: 'No e-mail address in the profile.',
  },
  sms: {
    name: 'SMS',
    alerts: 'Alerts by SMS',
    preference: 'SMS notification',
    action: 'Send SMS',
    sentence: 'send an SMS',
    missing: 'No phone number in the profile.',
  },
  chat: {
    name: 'Chat',
    alerts: 'Alerts by chat',
    preference: 'Chat notification (Teams, Slack, Mattermost)',
    action: 'Send to the chat',
    sentence: 'send a message to the chat',
    missing: 'No chat webhook in the preferences.',
    address: {
      label: 'Webhook address',
      help: 'From your chat: in Teams the workflow “Post to a channel when a webhook request is received”, in Slack and Mattermost an incoming webhook. It is kept secret; an empty field removes it.',
      wrong: 'Must be the https address of a webhook',
      masked: 'Type the whole address: the stored one is not shown',
    },
  },
  web_push: {
    name: 'Browser',
    alerts: 'Alerts in the browser',
    preference: 'Notification in the browser, also while the console is closed',
    action: 'Notify the browser',
    sentence: 'notify the browser',
    missing: 'No browser allowed in the preferences.',
  },
} as const satisfies TextsOfChannels;
