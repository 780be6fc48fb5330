import type { DkimCheckState } from '../../src/contract/resources/dkim-keys.ts'

export const domainWords = {
  title: 'Domains',
  lead: 'Mailboxes trust messages whose sender is proven by the DNS of its domain. Publish two records, check them, and you are done.',
  record: {
    name: 'Name',
    type: 'Type TXT',
    value: 'Value',
    where: 'Create this record where the DNS of the domain is managed.',
  },
  checked: (at: string) => `Checked ${at}.`,
  senders: {
    title: 'Sender domains',
    empty: {
      title: 'No domains yet',
      text: 'A domain that you have proven is yours: no other organization of this server can write as it, and mailboxes see that you own it.',
    },
    states: { pending: 'Not proven yet', proven: 'Proven', lapsed: 'No longer proven' },
    provenBy: { txt: 'By its own record.', dkim: 'By the record of its DKIM key.' },
    missing: (since: string) =>
      `The record has been missing since ${since}. After seven days the domain is open to others again.`,
    check: 'Check now',
    field: 'Domain',
    hint: 'The part of your address after the @, such as example.com. Its subdomains are included.',
    add: 'Add the domain',
    remove: {
      open: 'Remove …',
      title: (domain: string) => `Remove ${domain}?`,
      text: 'Other organizations of this server can then claim it and write as it.',
      action: 'Remove the domain',
    },
  },
  keys: {
    title: 'DKIM keys',
    empty: {
      title: 'No DKIM keys yet',
      text: 'With a key, every message carries a signature that mailboxes check. Without one, many messages end up as spam.',
    },
    states: {
      found: 'Record found',
      missing: 'No record',
      other_key: 'Another key in the DNS',
      faulty: 'Record has a fault',
      unknown: 'DNS did not answer',
    } satisfies Record<DkimCheckState, string>,
    unchecked: 'Not checked yet',
    off: 'does not sign',
    found: 'The DNS has instead',
    check: 'Check now',
    add: 'Create a key',
    field: 'Domain',
    selector: 'Selector',
    selectorHint:
      'Part of the name of the record. Leave it empty, unless the domain has a key with this name already.',
    switchOff: 'Stop signing',
    switchOn: 'Sign with it',
    remove: {
      open: 'Delete …',
      title: (domain: string) => `Delete the key of ${domain}?`,
      text: 'Messages of this domain leave without its signature. Keep the record for some days: messages that are under way still need it.',
      action: 'Delete the key',
    },
  },
}

export const routeWords = {
  title: 'Routes',
  lead: 'How messages leave, where their links lead and where bounces return.',
  readOnly: 'Only the administrator of the server can change these.',
  add: 'Add',
  remove: 'Delete …',
  action: 'Action',
  removal: {
    title: (name: string) => `Delete ${name}?`,
    text: 'Lists and campaigns that name it keep you from deleting it.',
    action: (name: string) => `Delete ${name}`,
    usedBy: (type: string, id: number) => `Used by ${type} ${id}`,
  },
  mtas: {
    title: 'Virtual MTAs',
    about: 'A virtual MTA is a way for messages to leave: another address of this server, or a relay.',
    name: 'Name',
    type: 'How',
    types: {
      default_route: 'The route of the server',
      ip_address: 'From an address of this server',
      relay_server: 'Through a relay',
      routing_rule: 'By rules on the receiving domain',
    },
    relay: 'Relay',
    relayHint: 'smtp://user:password@host:587. It is not shown again.',
    address: 'Address',
    addressHint: 'An address of this server, such as 192.0.2.7.',
    rulesByApi: 'Rules are created by the API.',
  },
  domains: {
    title: 'URL domains',
    about: 'Links and pictures in messages lead to this domain, which must point to this server.',
    field: 'Domain',
    ssl: 'Links begin with',
    secure: 'https',
    plain: 'http',
    sslField: 'Links begin with https',
    empty: 'None yet: links lead to the address of the server.',
  },
  bounces: {
    title: 'Bounce addresses',
    about: 'Servers return what they cannot deliver to this address. Its mail must reach Quiver.',
    field: 'Address',
    empty: 'None yet: bounces return to the address of the server.',
  },
}
