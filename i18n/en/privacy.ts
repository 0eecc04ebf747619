export const privacy = {
  heading: 'Privacy',
  title: 'Privacy notice',
  intro:
    'The console watches tensioners, not people. It keeps only the personal data it needs to let the right people in, to warn them, and to know who changed what.',
  controller: {
    title: 'Who is responsible',
    who: 'The organisation that runs this console and gave you your account. Your administrator is the person to ask.',
  },
  data: {
    title: 'What is kept',
    account:
      'Your account: first and last name, e-mail address, phone number, picture and address of a chat if you gave them, language, units, time zone, role and client.',
    use: 'Your use: the time of your last sign-in, your open sessions, and the changes you made, with their time and the network address they came from.',
    messages:
      'The messages sent to you: alerts through the channels you chose, when they were sent and whether the provider accepted them.',
    browser:
      'In your browser: your session, your profile and your display preferences. One cookie marks the browser as known until you log out, longer if you ask; another keeps switched-off shortcuts. Nothing is measured for advertising. For use without network, the last answers of the server are kept on this device until you log out.',
  },
  purpose: {
    title: 'What for',
    operate: 'To sign you in and show you the data of your client only.',
    notify: 'To warn you of alerts through the channels you chose.',
    trace:
      'To keep a record of changes to equipment that matters for safety. This is the legitimate interest of the operator of a railway.',
  },
  retention: {
    title: 'For how long',
    account: 'Your account: until it is deleted.',
    audit:
      'The record of changes: as long as the equipment it is about. When your account is deleted, your name in it becomes a pseudonym, which an administrator can resolve for a reason that is recorded, as long as the record is kept.',
    messages: 'Messages: with the alerts they are about.',
    sessions: 'Sessions: six hours; links to reset a password: one hour.',
  },
  sharing: {
    title: 'Who sees it',
    inside:
      'The users of your client see your name and e-mail address; its managers and the administrators manage your account.',
    outside:
      'Messages pass through the providers that the operator of this console chose, and through the chat whose address you gave. Nothing is sold or passed on to others.',
  },
  rights: {
    title: 'Your rights',
    access: 'To see what is kept: Profile, “Download my data”.',
    correct: 'To correct it: your profile, at any time.',
    erase: 'To have it erased or its use restricted: ask your administrator, who can delete your account.',
    complain:
      'To complain to the data protection authority of your country if you are not satisfied with the answer.',
  },
} as const;
