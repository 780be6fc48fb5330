import { count } from '../design/figures.ts'

export const apiKeyWords = {
  title: 'API keys',
  lead: 'With a key, a program can act for the organization as an administrator. Give each program its own key, so that you can revoke one without the others.',
  create: 'New key',
  name: 'Name',
  role: 'Access',
  roles: {
    organization_admin: 'Everything in this organization',
    system_admin: 'Everything on the server',
  },
  state: 'State',
  states: { active: 'Active', off: 'Switched off', expired: 'Expired' },
  used: (zone: string) => `Last used, ${zone}`,
  expires: (zone: string) => `Expires, ${zone}`,
  never: 'never',
  created: 'Created',
  empty: {
    title: 'No keys yet',
    text: 'You need one if a program, such as your shop, should add people or read reports. People log in with their own accounts.',
  },
  new: {
    title: 'New key',
    lead: 'The key is shown once, after you have created it.',
    name: 'Name',
    nameHint: 'The program that will use it, such as “Shop”.',
    expires: 'Expires',
    expiry: { never: 'Never', '30': 'In 30 days', '90': 'In 90 days', '365': 'In a year' },
    submit: 'Create the key',
  },
  secret: {
    title: 'Copy the key now',
    text: 'It is not shown again. Keep it where only the program can read it.',
    label: 'Key',
    use: 'Send it with each call',
    done: 'I have copied it',
  },
  rename: 'Save the name',
  switchOff: 'Switch off',
  switchOn: 'Switch on',
  rotate: {
    title: 'Replace the key',
    text: 'The old value keeps working for a while, so that you can change it in each program.',
    overlap: 'The old value keeps working',
    overlaps: {
      '0': 'Not at all',
      '3600': 'For one hour',
      '86400': 'For one day',
      '604800': 'For seven days',
    },
    submit: 'Create a new value',
    running: (until: string) => `The previous value works until ${until}.`,
  },
  remove: {
    open: 'Delete the key …',
    title: (name: string) => `Delete ${name}?`,
    text: 'Programs that use it lose access at once. This cannot be undone.',
    action: 'Delete the key',
  },
  assistant: {
    title: 'Connect an assistant',
    text: 'Programs that speak the Model Context Protocol can work with this organization. Make a key with the rights that it needs, and give the program this address and the key. Every change is planned first, and what needs an approval waits for a person.',
    address: 'Address',
    settings: 'Settings of the program',
    settingsOf: (address: string) =>
      JSON.stringify({
        mcpServers: {
          quiver: { type: 'http', url: address, headers: { Authorization: 'Bearer API_KEY' } },
        },
      }),
  },
  count: (value: number) => `${count(value)} ${value === 1 ? 'key' : 'keys'}`,
  usedFrom: 'Last used from',
  scopes: {
    title: 'What it may do',
    save: 'Save what it may do',
    some: 'Only what is chosen here',
    someHint: 'A key of a program should be able to do what the program does, and nothing else.',
    scim: 'Provisioning by SCIM',
    scimHint: 'For an identity provider, such as Entra or Okta, that keeps users and groups here.',
    listsHint: 'All other lists, and whatever belongs to them, do not exist for this key.',
  },
}
