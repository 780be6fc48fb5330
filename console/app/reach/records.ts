/** What the addresses of pages call one of these: `/lists/:list/people/:person`. */
export const namesInAddresses: Record<string, string> = {
  api_keys: 'key',
  autoresponders: 'autoresponder',
  campaigns: 'campaign',
  mailing_lists: 'list',
  message_streams: 'stream',
  message_templates: 'messageTemplate',
  messages: 'message',
  organizations: 'organization',
  plans: 'plan',
  roles: 'role',
  seed_lists: 'seed',
  segments: 'segment',
  special_sending_rules: 'rule',
  steps: 'step',
  subscriber_imports: 'import',
  subscribers: 'person',
  suppression_lists: 'suppression',
  users: 'user',
  web_forms: 'form',
  webhooks: 'webhook',
}

/**
 * The records that a call names, by the names that they have in addresses.
 * @example recordsOf('mailing_lists/:mailing_list_id/subscribers/:ids', { mailing_list_id: 2, ids: '7' }) // { list: '2', person: '7' }
 */
export function recordsOf(path: string, params: Record<string, unknown>): Record<string, string> {
  const named = path.matchAll(/(\w+)\/:(\w+)/g)
  return Object.fromEntries(
    [...named].map(([, of = '', param = '']) => [namesInAddresses[of] ?? of, String(params[param])]),
  )
}

/** Two records of different kinds can have the same number: names and numbers are compared. */
export function areInAddress(
  records: Record<string, string | number>,
  address: Record<string, string | undefined>,
): boolean {
  const all = Object.entries(records)
  return all.length > 0 && all.every(([name, id]) => address[name] === String(id))
}
