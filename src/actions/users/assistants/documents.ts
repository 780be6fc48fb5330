import { invalid } from '../../../contract/api/errors.ts'
import { guardedFetch, type ProviderRules } from '../../../outbound/openid/fetch.ts'
import { mayBePlain } from '../../../outbound/openid/provider.ts'
import { RequestFailed } from '../../../outbound/request-failed.ts'
import { readRegistration, type Client } from './clients.ts'

/** What a program says of itself at the address that is its id (OAuth Client ID Metadata Document). @throws AppError `validation_failed` */
export type ClientDocuments = (organizationId: number, id: string) => Promise<Client>

const keptMs = 600_000
const keptMax = 200
const idCharactersMax = 500
const charactersMax = 20_000
const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/** Other ids have no colon. */
export const isDocumentId = (id: string) => id.includes(':')

/** Asked for by people who have logged in, never by strangers. */
export function createClientDocuments(rules: ProviderRules): ClientDocuments {
  const kept = new Map<string, { client: Promise<Client>; untilMs: number }>()
  return (organizationId, id) => {
    const place = `${organizationId} ${id}`
    const found = kept.get(place)
    if (found !== undefined && found.untilMs > performance.now()) return found.client
    const client = fetchClient(organizationId, id, rules)
    kept.delete(place)
    kept.set(place, { client, untilMs: performance.now() + keptMs })
    const [oldest = ''] = kept.keys()
    if (kept.size > keptMax) kept.delete(oldest)
    client.catch(() => kept.delete(place))
    return client
  }
}

async function fetchClient(organizationId: number, id: string, rules: ProviderRules): Promise<Client> {
  const url = readDocumentId(id, rules)
  const said = await fetchDocument(organizationId, url, rules)
  if (said['client_id'] !== id) throw refused('names another client_id')
  const client = readRegistration(said)
  if ('error' in client) throw refused(`is refused: ${client.description}`)
  // Its name is its own word; who keeps the address is not.
  return { ...client, name: `${client.name} (${url.host})` }
}

function readDocumentId(id: string, rules: ProviderRules): URL {
  const url = id.length <= idCharactersMax && URL.canParse(id) ? new URL(id) : null
  // As the parser writes it: no path with dots, no host in another spelling.
  const isPlain = url?.href === id && url.pathname !== '/' && !id.includes('#') && url.username === ''
  if (url !== null && isPlain && url.password === '') {
    if (url.protocol === 'https:' || (url.protocol === 'http:' && mayBePlain(url, rules))) return url
  }
  throw invalid('client_id must be the https address of a document, with a path and in its usual spelling')
}

async function fetchDocument(
  organizationId: number,
  url: URL,
  rules: ProviderRules,
): Promise<Record<string, unknown>> {
  const asked = { method: 'GET', headers: { accept: 'application/json' } }
  const answer = await guardedFetch(organizationId, rules)(url.href, asked).catch((error: unknown) => {
    if (error instanceof RequestFailed) throw refused(`cannot be read: ${error.message}`)
    throw error
  })
  if (answer.status !== 200) throw refused(`cannot be read: the server answers ${answer.status}`)
  // On many hosts strangers can leave a text, which is no word of the host.
  if (!jsonType.test(answer.headers.get('content-type') ?? ''))
    throw refused('is not sent as application/json')
  const text = await answer.text()
  if (text.length > charactersMax) throw refused(`has more than ${charactersMax} characters`)
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>
  } catch {
    throw refused('is no JSON')
  }
}

const refused = (why: string) => invalid(`the document at client_id ${why}`)
