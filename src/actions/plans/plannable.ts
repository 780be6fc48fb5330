import type { Endpoint } from '../../contract/api/endpoint.ts'
import { invalid } from '../../contract/api/errors.ts'

/** They ask other servers, write files, are about the caller's own access, or change nothing that a plan could tell. */
const unplannable =
  /^(plans|sessions|log_in|set_up|uploads|assets|users\/current)\b|\/(inspect|preview|render|send_preview|test|check|rotate_secret|replay|delete_confirmation_code|trigger_autoresponders|attachments)$|(^|\/)(sender_domains|database_connections|remote_query)\b/

type Definition = Pick<Endpoint, 'method' | 'path' | 'role' | 'plain' | 'ofOwnAccount'>

export function isPlannable({ method, path, role, plain, ofOwnAccount }: Definition): boolean {
  return (
    method !== 'GET' &&
    role !== 'anyone' &&
    plain === undefined &&
    ofOwnAccount !== true &&
    !unplannable.test(path)
  )
}

/** @throws AppError `validation_failed`. */
export function requirePlannable(definition: Definition): void {
  if (isPlannable(definition)) return
  throw invalid(`path cannot be planned: call ${definition.method} ${definition.path} itself`)
}
