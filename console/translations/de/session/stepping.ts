import type * as en from '../../../words/session/stepping.ts'

export const { steppingWords }: typeof en = {
  steppingWords: {
    label: 'Andere Organisation',
    youAreIn: 'Sie sind in',
    asAdministrator: 'als Systemadministrator. Was Sie tun, steht im dortigen Audit-Log.',
    leave: (name) => `${name} verlassen`,
    switch: 'Zu einer anderen Organisation wechseln',
    switchFrom: (name) => `${name}: zu einer anderen Organisation wechseln`,
    change: (name) => `Zu ${name} wechseln`,
    find: 'Name einer Organisation',
    typeName: 'Geben Sie einen Teil des Namens ein.',
    noneCalled: 'Keine Organisation hat das im Namen.',
    elsewhere: {
      title: 'Eine Seite einer anderen Organisation',
      own: (name) => `Diese Seite gehört zu ${name}, Ihrer eigenen Organisation.`,
      other: (id) =>
        `Diese Seite gehört zu Organisation ${id}. Als Systemadministrator können Sie dorthin wechseln; das dortige Audit-Log hält es fest.`,
      into: (id) => `Zu Organisation ${id} wechseln`,
    },
  },
}
