import { remoteLimits, type RemoteRules } from '../../outbound/databases/target.ts'
import type { Config } from '../config.ts'

/** The embedded database cannot be reached by TCP from elsewhere than this machine. */
export function remoteRules(config: Config): RemoteRules {
  const urls = [config.databaseUrl, config.databaseDirectUrl, config.databaseOwnerUrl].flatMap((url) =>
    url === undefined ? [] : [url],
  )
  const own = urls.flatMap((text) => {
    if (!URL.canParse(text)) return []
    const { hostname, port } = new URL(text)
    return hostname === '' ? [] : [{ host: hostname, port: port === '' ? 5432 : Number(port) }]
  })
  return { allow: config.remoteDatabaseAllow, own, limits: remoteLimits }
}
