import type { MergeField, MergeValues } from '../../../src/rendering/codes.ts'

/** A message to Zoë: what contents are rendered with. */
export const zoe: MergeValues = {
  subscriber: {
    id: 4711,
    email: 'Zoe@example.com',
    // Still the day before in Chicago.
    subscribeTime: new Date('2014-03-12T03:30:00Z'),
    subscribeIp: '192.0.2.7',
    customFields: { 1: 'Zoë & <Co>', 2: 'a b&c', 3: 42, 4: ['red', 'blue'], 5: true, 6: '<b>bold</b>' },
  },
  list: { id: 12, name: 'News & <views>' },
  campaign: { id: 99, name: 'Spring' },
  delivery: {
    fromEmail: 'from@example.com',
    fromName: 'Acme',
    senderEmail: 'sender@example.com',
    replyTo: 'reply@example.com',
  },
  links: {
    unsubscribe: 'https://t.example/u/tok?a=1&b=2',
    unsubscribeToken: 'tok-1',
    webVersion: 'https://t.example/w/tok',
    preferences: 'https://t.example/p/tok',
  },
  replacements: { 'Order Number': 'A&B' },
  now: new Date('2026-01-01T02:00:00Z'),
  zone: 'America/Chicago',
}

export function mergeField(id: number, name: string, changes: Partial<MergeField> = {}): MergeField {
  return {
    id,
    name,
    field_type: 'text',
    interpolation_html_encode: true,
    interpolation_url_encode: true,
    ...changes,
  }
}

export const zoesFields = [
  mergeField(1, 'First Name'),
  mergeField(2, 'query'),
  mergeField(3, 'age', { field_type: 'number' }),
  mergeField(4, 'colours', { field_type: 'select_multiple_checkboxes' }),
  mergeField(5, 'vip', { field_type: 'boolean' }),
  mergeField(6, 'markup', { interpolation_html_encode: false, interpolation_url_encode: false }),
  mergeField(7, 'empty'),
]
