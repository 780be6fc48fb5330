import { AppError } from '../../contract/api/errors.ts'
import type { Envelope } from '../../contract/api/envelope.ts'
import type { Caller } from '../../store/callers.ts'
import type { Door, Inner, Inside } from '../plans/acting.ts'
import type { OpenCall } from './catalog.ts'
import type { Told } from './marked.ts'

/** One request of an assistant. */
export type Visit = {
  caller: Caller
  calls: readonly OpenCall[]
  door: Door
  inside: Inside
  /** Of the server, for people. */
  baseUrl: string
}

/** Of one answer: more is of no use to whoever reads all of it. */
const charactersMax = 400_000

/** As the HTTP server takes from outside. */
const pathCharactersMax = 16_384

/** A call by its own route, as any other of this key. @throws AppError with which it is refused. */
export async function make({ inside, door }: Visit, inner: Inner): Promise<Told> {
  if (inner.path.length > pathCharactersMax) {
    throw new AppError('validation_failed', 'params and query are too long: shorten what you search for')
  }
  const { status, text, isEnvelope, isCut } = await inside(door, { ...inner, charactersMax })
  if (!isEnvelope) {
    return { data: text, ...(isCut && { warnings: ['only the beginning: the whole is longer'] }) }
  }
  if (isCut) {
    throw new AppError('requested_too_many', 'the answer is too long to be read: ask for less, with per_page')
  }
  const answer = JSON.parse(text) as Envelope<unknown> & { warnings?: string[] }
  if (!answer.success) {
    const { error_code: code, error_message: message, errors = [] } = answer
    throw new AppError(code, message, { errors, ...(status === 200 ? {} : { status }) })
  }
  const { data, success: _, error_code: _code, error_message: _message, warnings, ...paging } = answer
  return {
    data,
    ...(Object.keys(paging).length > 0 && { paging }),
    ...(warnings !== undefined && warnings.length > 0 && { warnings }),
  }
}
