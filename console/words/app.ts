import { clock, count } from '../design/figures.ts'
import type { FailureKind } from '../design/failures.ts'

/** What the frame of the console says. Each resource has its own file of words beside this one. */
export const words = {
  product: 'Quiver',
  loading: 'Loading',
  tryAgain: 'Try again',
  showPassword: 'Show the password',
  close: 'Close',
  request: (id: string) => `Request ${id}`,
  asOf: (at: Date, kind: FailureKind, message: string) =>
    `As of ${clock(at)}. ${
      {
        offline: 'The server is not responding; trying again.',
        forbidden: 'You no longer have the permission to see this.',
        stale: message,
        missing: 'This no longer exists.',
        busy: 'There were too many requests.',
        later: message,
        server: 'Something went wrong on the server.',
        refused: message,
      }[kind]
    }`,
  skip: 'Skip to the content',
  menu: 'Menu',
  openMenu: 'Open the menu',
  account: 'Account',
  ownAccount: 'Your account',
  logOut: 'Log out',
  language: 'Language',
  theme: { title: 'Appearance', light: 'Light', dark: 'Dark', auto: 'Same as the system' },
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
      stale: {
        title: 'Somebody else has changed this meanwhile',
        text: `By ${message}. What you typed is still here: save it again to replace that change, or open the page again to see it.`,
      },
      missing: { title: 'Nothing here', text: 'It does not exist, or it is not yours to see.' },
      busy: { title: 'Too many requests', text: message },
      later: { title: 'The server cannot do this now', text: message },
      server: {
        title: 'Something went wrong on the server',
        text: 'Try again. If it happens again, report the request below to the operator.',
      },
      refused: { title: 'That did not work', text: message },
    })[kind],
  broken: { title: 'This part of the page failed', text: 'The rest still works.', reload: 'Reload it' },
  cancel: 'Back',
  leaving: {
    title: 'Leave without saving?',
    text: 'What you changed on this page is not saved yet.',
    go: 'Leave without saving',
  },
  saved: 'Saved.',
  more: (rest: number) => `${count(rest)} more: type a part of the name`,
  copy: { action: 'Copy', done: 'Copied', of: (label: string) => `Copy: ${label}` },
  notFound: {
    title: 'Nothing here',
    text: 'It was deleted, it belongs to another organization, or the address is wrong.',
    to: (place: string) => `Back to ${place}`,
  },
  gone: {
    title: 'This no longer exists',
    text: 'It was deleted while this page was open. What you see below is from before, and cannot be changed any more.',
  },
  unreachable: {
    title: 'The server is not responding',
    text: 'Check that Quiver is running, then try again.',
  },
  outOfReach: 'The server cannot be reached. What you typed is kept, and the page reconnects by itself.',
  sessionOver: {
    title: 'Your session has ended',
    text: 'Log in again. What you typed on the page is still there.',
  },
}
