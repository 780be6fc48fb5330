import { domainToASCII } from 'node:url'
import type { Sql } from '../database/driver/connection.ts'
import { createDkimSigner } from '../rendering/message.ts'
import type { DkimSigner } from '../rendering/message.ts'
import type { Secrets } from '../secrets.ts'
import { findSigningKeys } from '../store/resources/dkim-keys.ts'

export function createSignerFinder(secrets: Pick<Secrets, 'unseal'>) {
  return async (sql: Sql, organizationId: number): Promise<ReadonlyMap<string, DkimSigner>> => {
    const keys = await findSigningKeys(sql, organizationId)
    return new Map(
      keys.map(({ id, domain, selector, private_key_sealed: sealed }) => [
        domain,
        // Signatures need the ASCII form of the domain.
        createDkimSigner({
          domain: domainToASCII(domain),
          selector,
          privateKey: secrets.unseal(sealed, { table: 'dkim_keys', organizationId, id }),
        }),
      ]),
    )
  }
}
