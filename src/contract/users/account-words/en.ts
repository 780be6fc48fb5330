/** What mails about accounts and the pages for passwords say, which need no script. `{{link}}` and `{{expires}}` stay. */
export const english = {
  serverAdministrator: 'The administrator of this server',
  administratorOf: (organization: string) => `An administrator of ${organization}`,
  invitation: {
    subject: (inviter: string, organization: string) => `${inviter} invites you to ${organization}`,
    text: ({ name, inviter, organization, email }: Invited) => `Hello ${name},

${inviter} invites you to work with ${organization} on Quiver, the server that ${organization} sends its newsletters and other email from.

Choose your password to accept the invitation:

{{link}}

The link works once, until {{expires}}. From then on you log in as ${email}.

If you do not expect this invitation, ignore this message. Without a password, nobody can log in with your address.
`,
  },
  addressChange: {
    subject: (organization: string) => `Confirm your new address for ${organization}`,
    text: ({ name, inviter, organization, email }: Invited) => `Hello ${name},

${inviter} has changed the address of your Quiver account in ${organization} to ${email}.

Choose a password to confirm that the address is yours:

{{link}}

The link works once, until {{expires}}. Until then you cannot log in, because the previous password has ended.

If you do not know about this, ignore this message. Nobody can log in with your address.
`,
  },
  reset: {
    subject: 'Choose a new password for Quiver',
    text: ({ name, organization, email }: Omit<Invited, 'inviter'>) => `Hello ${name},

A new password was requested for the Quiver account ${email} in ${organization}. If it was you, choose one here:

{{link}}

The link works once, until {{expires}}. The new password logs you out on all devices.

If it was not you, ignore this message: your password stays the same. If it happens again, tell your administrator.
`,
  },
  copyAddress: 'If the button does not work, copy this address into your browser:',
  sentBy: (url: string) => `This message was sent by the Quiver server at ${url}.`,
  choosePassword: 'Choose your password',
  chooseNewPassword: 'Choose a new password',
  /** With markup: the values are encoded already. */
  forWhom: (email: string, organization: string) => `For <strong>${email}</strong> in ${organization}.`,
  logsOut: 'This logs you out on all devices.',
  password: 'Password',
  rules: (lengthMin: number) =>
    `At least ${lengthMin} characters. Four or more unrelated words are easy to remember and
hard to guess. Or let your password manager choose. Leave out your name, your address, and common or repeated words.`,
  again: 'The same password again',
  setPassword: 'Set password',
  notTheSame: 'The two passwords are not the same.',
  logIn: 'Log in',
  isSet: {
    title: 'Your password is set',
    text: 'From now on you log in with your address and your new password. The link in the mail no longer works.',
  },
  dead: {
    title: 'This link no longer works',
    once: 'Each link works once: that of an invitation within seven days, that of a password reset within one hour.',
    set: (link: (text: string) => string) =>
      `<strong>Have you set a password already?</strong> Then ${link('log in to Quiver')}.`,
    fresh:
      '<strong>Is the link still new?</strong> Open it again from the mail. This page needs cookies, and remembers the link\nfor half an hour.',
    otherwise: (link: (text: string) => string) =>
      `<strong>Otherwise</strong> ${link('get a new link')}, or ask the administrator who invited you.`,
  },
  forgot: {
    title: 'Forgot your password?',
    lead: 'Quiver mails you a link with which you set a new one.',
    email: 'E-mail',
    submit: 'Send the link',
  },
  mailed: {
    title: 'Check your email',
    sent: 'If the address belongs to an account, a link is on its way to it. The link works once, within one hour.',
    nothing:
      'Nothing after a few minutes? Look in the spam folder, and check that you were invited by this address.',
  },
  later: {
    title: 'Please try again in a moment',
    text: 'The server cannot answer just now. Nothing was changed.',
  },
}

export type Invited = { name: string; inviter: string; organization: string; email: string }

export type AccountWords = typeof english
