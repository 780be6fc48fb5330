/** What is counted, and by which labels. Values of labels come from closed sets. */
type Counted = {
  import_rows: { class: string }
  messages: { source: 'campaign' | 'autoresponder' | 'message'; outcome: string }
  returned_mail: { kind: string }
  hits: { kind: 'open' | 'click'; maker: 'person' | 'machine' }
  submissions: { outcome: 'queued' | 'deferred' | 'refused' }
  webhook_requests: { outcome: string }
  lease_losses: { work: string }
  refused_addresses: { setting: 'IMPORT_URL_ALLOW' | 'WEBHOOK_ALLOW' | 'REMOTE_DATABASE_ALLOW' }
  storage_requests: { operation: 'put' | 'get' | 'delete'; outcome: 'done' | 'failed' }
  background_faults: object
}

export type CountName = keyof Counted
export type Count = { name: CountName; labels: Record<string, string>; value: number }

const counts = new Map<string, Count>()

/** What this thread has done since it started, for `/metrics`. Call it after the commit: what was rolled back is not counted. */
export function count<Name extends CountName>(name: Name, labels: Counted[Name], by = 1): void {
  if (by > 0) add(counts, { name, labels: { ...labels }, value: by })
}

export function countsSoFar(): Count[] {
  return [...counts.values()]
}

export function sumOf(all: readonly Count[]): Count[] {
  const sums = new Map<string, Count>()
  for (const one of all) add(sums, one)
  return [...sums.values()]
}

function add(sums: Map<string, Count>, { name, labels, value }: Count): void {
  const key = `${name} ${Object.values(labels).join(' ')}`
  const known = sums.get(key)
  if (known === undefined) sums.set(key, { name, labels, value })
  else known.value += value
}
