import { domainToASCII } from 'node:url'
import { LRUCache } from 'lru-cache'
import type { Database, Sql } from '../database/driver/connection.ts'
import { anyDomain } from '../rendering/composer.ts'
import { createDkimSigner, type DkimKey, type DkimSigner } from '../rendering/mime/dkim.ts'
import type { Secrets } from '../secrets/ring.ts'
import { systemOrganizationId } from '../store/conditions/system-organization.ts'
import { findSigningKeys, type SigningKey } from '../store/resources/dkim-keys.ts'

/** Active keys of the System Organization for this domain also sign messages of organizations. */
export type ServerSignature = { database: Database; domain: string }

const serverKeysKeptMs = 60_000

export function createSignerFinder(secrets: Pick<Secrets, 'unseal'>, server?: ServerSignature) {
  const keyOf = (organizationId: number, { id, domain, selector, ...key }: SigningKey): DkimKey => ({
    domain: domainToASCII(domain),
    selector,
    privateKey: secrets.unseal(key.private_key_sealed, { table: 'dkim_keys', organizationId, id }),
  })
  const serverKeys = new LRUCache<string, DkimKey[]>({
    max: 1,
    ttl: serverKeysKeptMs,
    fetchMethod: async (domain) => {
      const sql = server?.database.within(systemOrganizationId)
      const keys = sql === undefined ? [] : await findSigningKeys(sql, systemOrganizationId)
      return keys.filter((key) => key.domain === domain).map((key) => keyOf(systemOrganizationId, key))
    },
  })
  return async (sql: Sql, organizationId: number): Promise<ReadonlyMap<string, DkimSigner>> => {
    const own = await findSigningKeys(sql, organizationId)
    const ofServer = server === undefined ? [] : ((await serverKeys.fetch(server.domain)) ?? [])
    const signers = new Map(
      [...new Set(own.map(({ domain }) => domain))].map((domain) => {
        const keys = own.filter((key) => key.domain === domain).map((key) => keyOf(organizationId, key))
        const others = organizationId === systemOrganizationId && domain === server?.domain ? [] : ofServer
        return [domain, createDkimSigner([...keys, ...others])]
      }),
    )
    return ofServer.length === 0 ? signers : signers.set(anyDomain, createDkimSigner(ofServer))
  }
}
