import { settings } from './variables.ts'

const isFixed = 'is now fixed'

/** Settings of earlier builds, and what an operator who has one can do. */
const removed: Record<string, string> = {
  API_KEYS_PER_ORGANIZATION: isFixed,
  BODY_MEMORY_MB: isFixed,
  BOUNCE_HOST: 'is a part of BOUNCE_PORT now, such as BOUNCE_PORT=0.0.0.0:2525',
  EXPORT_MB_PER_ORGANIZATION: 'is STORAGE_MB_PER_ORGANIZATION now',
  INVITATIONS_PER_DAY: isFixed,
  LINK_MAILS_PER_ADDRESS: isFixed,
  LOG_FORMAT: 'is no longer needed: the log has lines for people on a terminal, and JSON elsewhere',
  MAX_CONNECTIONS: isFixed,
  MAX_JSON_IMPORT_MB: isFixed,
  METRICS_HOST: 'is a part of METRICS_PORT now, such as METRICS_PORT=0.0.0.0:9464',
  ORGANIZATION_RATE_LIMIT_PER_MINUTE: 'is three times RATE_LIMIT_PER_MINUTE now',
  PUBLIC_CONNECTIONS: isFixed,
  REMOTE_CONNECT_SECONDS: isFixed,
  REMOTE_FIRST_ROW_SECONDS: isFixed,
  REMOTE_NEXT_ROW_SECONDS: isFixed,
  REMOTE_QUERY_MB: isFixed,
  REMOTE_QUERY_MINUTES: isFixed,
  REMOTE_ROW_KB: isFixed,
  SIGN_UPS_PER_MINUTE: 'follows from PUBLIC_HITS_PER_MINUTE now: a sixth of it',
  SOFT_BOUNCE_DAYS: isFixed,
  SOFT_BOUNCE_LIMIT: isFixed,
  UPLOAD_MB_PER_ORGANIZATION: 'is STORAGE_MB_PER_ORGANIZATION now',
  WEBHOOKS_PER_ORGANIZATION: isFixed,
}

const names = Object.keys(settings.shape)

/** @returns a sentence for each variable that looks like a setting and has no effect. */
export function ignoredSettings(given: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(given).flatMap((name) => {
    if (names.includes(name)) return []
    const reason = Object.hasOwn(removed, name) ? removed[name] : undefined
    if (reason !== undefined) return [`${name} has no effect: it ${reason} (docs/settings.md). Remove it.`]
    const meant = names.find((known) => known.length >= 8 && isNear(known, name))
    return meant === undefined
      ? []
      : [`${name} has no effect: there is no such setting. Did you mean ${meant}?`]
  })
}

/** Whether one letter is missing, too many, another one, or has changed places with the next. */
function isNear(known: string, given: string): boolean {
  if (Math.abs(known.length - given.length) > 1) return false
  let begin = 0
  while (begin < known.length && known[begin] === given[begin]) begin += 1
  const [rest, other] = [known.slice(begin), given.slice(begin)]
  const swapped = `${rest[1] ?? ''}${rest[0] ?? ''}${rest.slice(2)}`
  return [
    rest.slice(1) === other,
    rest === other.slice(1),
    rest.slice(1) === other.slice(1),
    swapped === other,
  ].some(Boolean)
}
