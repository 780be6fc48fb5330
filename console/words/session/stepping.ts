export const steppingWords = {
  label: 'Another organization',
  youAreIn: 'You are in',
  asAdministrator: 'as system administrator. What you do is recorded in its audit log.',
  leave: (name: string) => `Leave ${name}`,
  switch: 'Go to another organization',
  switchFrom: (name: string) => `${name}: go to another organization`,
  change: (name: string) => `Go to ${name}`,
  find: 'Name of an organization',
  typeName: 'Type a part of its name.',
  noneCalled: 'No organization has this in its name.',
  elsewhere: {
    title: 'A page of another organization',
    own: (name: string) => `This page belongs to ${name}, your own organization.`,
    other: (id: number) =>
      `This page belongs to organization ${id}. As system administrator you can step into it; its audit log records that you did.`,
    into: (id: number) => `Step into organization ${id}`,
  },
}
