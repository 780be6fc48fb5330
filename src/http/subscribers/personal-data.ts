import { Readable } from 'node:stream'
import { collectData, type PersonalData } from '../../actions/subscribers/personal-data.ts'
import { dataParts, showPersonalData } from '../../contract/subscribers/personal-data.ts'
import type { Language } from '../../contract/users/languages.ts'
import { smallId } from '../route/call.ts'
import type { Secrets } from '../../secrets/ring.ts'
import type { Router } from '../route/bind.ts'
import { dataPage } from './personal-data-page.ts'

export function personalDataRoutes(route: Router, secrets: Secrets): void {
  route(showPersonalData, async (call) => {
    const { id, mailing_list_id } = call.params
    const { format = 'json', language = 'en' } = call.query
    const listId = smallId(mailing_list_id, 'mailing list')
    const data = await collectData(call.sql, call, secrets, { listId, id, format })
    return {
      contentType: format === 'json' ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
      stream: Readable.from(joined(format === 'json' ? jsonOf(data) : pageIn(language, data))),
      fileName: `personal-data-${id}.${format}`,
    }
  })
}

const pageIn = (language: Language, data: PersonalData) => dataPage(data, language)

async function* jsonOf({ about, records }: PersonalData): AsyncGenerator<string> {
  yield `{"about":${JSON.stringify(about)}`
  const parts = dataParts.values()
  let open: string | undefined
  for await (const { part, data } of records) {
    if (open !== part) {
      if (open !== undefined) yield '\n]'
      yield* emptyUntil(part, parts)
      yield `,\n"${part}":[\n`
      open = part
    } else yield ',\n'
    yield JSON.stringify(data)
  }
  if (open !== undefined) yield '\n]'
  yield* emptyUntil(null, parts)
  yield '}\n'
}

/** The parts before one, which have no records. */
function* emptyUntil(part: string | null, parts: Iterator<string>): Generator<string> {
  for (let next = parts.next(); next.done !== true && next.value !== part; next = parts.next())
    yield `,\n"${next.value}":[]`
}

const pieceLength = 32_768

async function* joined(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield piece
}
