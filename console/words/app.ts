import { clock } from '../design/figures.ts'
import type { FailureKind } from '../design/failures.ts'

/** What the frame of the console says. Each resource has its own file of words beside this one. */
export const words = {
  product: 'Quiver',
  loading: 'Loading',
  tryAgain: 'Try again',
  request: (id: string) => `Request ${id}`,
  asOf: (at: Date) => `As of ${clock(at)}. The server does not answer; the page tries again.`,
  skip: 'Skip to the content',
  menu: 'Menu',
  openMenu: 'Open the menu',
  account: 'Account',
  ownAccount: 'Own account',
  logOut: 'Log out',
  theme: { title: 'Appearance', light: 'Light', dark: 'Dark', auto: 'As the system' },
  pages: {
    title: 'Pages',
    range: (first: string, last: string, total: string) => `${first} to ${last} of ${total}`,
    earlier: 'Previous',
    later: 'Next',
  },
  failure: (kind: FailureKind, message: string) =>
    ({
      offline: {
        title: 'No connection to the server',
        text: 'What you typed is kept here. Try again in a moment.',
      },
      forbidden: {
        title: 'You may not see this',
        text: 'An administrator of the organization can give you the permission.',
      },
      missing: { title: 'Nothing here', text: 'It does not exist, or it is not yours to see.' },
      busy: { title: 'Too many requests', text: message },
      server: {
        title: 'The server failed',
        text: 'This is a fault of the server. Try again; if it stays, report the request.',
      },
      refused: { title: 'That did not work', text: message },
    })[kind],
  broken: { title: 'This part failed', text: 'The rest of the page works.', reload: 'Reload it' },
  cancel: 'Back',
  saved: 'Saved.',
  copy: { action: 'Copy', done: 'Copied', of: (label: string) => `Copy: ${label}` },
  notFound: {
    title: 'Nothing here',
    text: 'The address leads to no page of the console.',
    home: 'Go to the overview',
  },
  unreachable: { title: 'The server does not answer', text: 'Check that Quiver is running, then try again.' },
  outOfReach: 'The server cannot be reached. What you typed stays here, and the page goes on by itself.',
  sessionOver: {
    title: 'Your session has ended',
    text: 'Log in again. What you typed on the page is still there.',
  },
}
