import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { anActor } from '../../../test/harness/core/api.ts'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { aDataDirectory } from '../../../test/harness/core/embedded.ts'
import { parseAuthorization } from '../../contract/api/credential.ts'
import type { Database } from '../../database/driver/connection.ts'
import type { Secrets } from '../../secrets/ring.ts'
import { findCaller, insertApiKey } from '../../store/api-keys/rows.ts'
import { ensureSystemOrganization, insertOrganization } from '../../store/conditions/system-organization.ts'
import { createTrackingTokens } from '../../links/token.ts'
import { createMessageNames } from '../../links/verp.ts'
import { adoptKey } from '../../upkeep/adopt-key.ts'
import { secretSourceOf } from '../first-start.ts'
import { openKeyRing } from './key-ring.ts'
import { finishRotation, rotateSecret } from './rotate.ts'

const going = new AbortController().signal

const sent = { organizationId: 2, listId: 3, source: 'campaign', sourceId: 4, subscriberId: 5 } as const

/** What a server has given out: a key, a link, the return path of a message. */
async function aServer(secretKey?: string) {
  const { sql } = await aDatabase()
  const dataDir = await aDataDirectory()
  await mkdir(dataDir, { recursive: true })
  const config = { secretKey, dataDir }
  await ensureSystemOrganization(sql)
  const { secrets } = await openKeyRing(sql, await secretSourceOf(config))
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const { credential, apiKeyId } = await anActor(sql, secrets, organizationId)
  const link = createTrackingTokens(secrets).write({ kind: 'unsubscribe', ...sent })
  const path = createMessageNames(secrets).returnPath('b@example.com', { ...sent, occasion: 0 })
  const accepts = async (secrets: Secrets) => {
    const key = parseAuthorization(`Basic ${credential}`)?.key ?? ''
    const caller = await findCaller(sql, organizationId, secrets.fingerprints(key))
    const [row] = await sql<
      { key_sealed: Uint8Array }[]
    >`select key_sealed from api_keys where id = ${apiKeyId}`
    const opened = secrets.unseal(row!.key_sealed, { table: 'api_keys', organizationId, id: apiKeyId })
    return [
      caller?.api_key_id === apiKeyId,
      opened === key,
      createTrackingTokens(secrets).read(link)?.subscriberId === sent.subscriberId,
      createMessageNames(secrets).readReturnPath(path)?.subscriberId === sent.subscriberId,
    ]
  }
  return { sql, config, organizationId, apiKeyId, secrets, accepts }
}

const all = [true, true, true, true]

const startAgain = async (sql: Database, config: Parameters<typeof secretSourceOf>[0]) =>
  (await openKeyRing(sql, await secretSourceOf(config))).secrets

test('a rotation may end at any step: a server starts after each, and a second run completes it', async () => {
  const steps: string[] = []
  for (let last = 0; last === 0 || last < steps.length; last += 1) {
    const { sql, config, accepts } = await aServer()
    const former = await secretSourceOf(config)
    const reached: string[] = []
    const dieAt = (sentence: string) => {
      if (reached.push(sentence) > last) throw new Error('killed')
    }
    await expect(rotateSecret(sql, { config, newSecret: undefined, say: dieAt })).rejects.toThrow('killed')
    expect([reached.at(-1), await accepts(await startAgain(sql, config))]).toEqual([reached.at(-1), all])
    const said: string[] = []
    await rotateSecret(sql, { config, newSecret: undefined, say: (sentence) => void said.push(sentence) })
    if (steps.length === 0) steps.push(...said)
    const secrets = await startAgain(sql, config)
    expect(await accepts(secrets)).toEqual(all)
    // After the last step everything but the farewell to the former secret is done: the second run is another rotation.
    const keyId = last === steps.length - 1 ? 3 : 2
    expect(secrets.currentKeyId()).toBe(keyId)
    const rows = await sql`select get_byte(key_sealed, 0) as key from api_keys`
    expect([...rows]).toEqual([{ key: keyId }])
    expect((await secretSourceOf(config)).secretKey).not.toBe(former.secretKey)
    await expect(openKeyRing(sql, { ...former, file: null })).rejects.toThrow(
      'is not the one of this database',
    )
  }
  expect(steps).toHaveLength(6)
})

test('a running server takes the new key, and works on when its SECRET_KEY no longer opens the ring', async () => {
  const secretKey = 'a'.repeat(40)
  const { sql, config, accepts } = await aServer(secretKey)
  const running = await openKeyRing(sql, { secretKey, file: null })
  const newSecret = 'b'.repeat(40)
  const say = () => {}
  await expect(rotateSecret(sql, { config, newSecret: undefined, say })).rejects.toThrow('NEW_SECRET_KEY')
  expect(await rotateSecret(sql, { config, newSecret, say })).toEqual({ isFormerValid: true })
  await running.refresh()
  expect([running.known().currentKeyId, running.isReplaced()]).toEqual([2, false])
  expect(await accepts(running.secrets)).toEqual(all)
  await finishRotation(sql, { ...config, secretKey: newSecret })
  await running.refresh()
  expect([running.isReplaced(), await accepts(running.secrets)]).toEqual([true, all])
  expect(await accepts(await startAgain(sql, { ...config, secretKey: newSecret }))).toEqual(all)
  await expect(startAgain(sql, config)).rejects.toThrow('is not the one of this database')
})

/** As values were sealed before they named their key and their row; the migration puts a zero in front. */
function sealedBefore(secretKey: string, text: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'quiver', 'credential seal', 32))
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const ciphertext = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([Buffer.of(0), nonce, cipher.getAuthTag(), ciphertext])
}

test('values from before an upgrade open until they are sealed again, and then no more', async () => {
  const { sql } = await aDatabase()
  const secretKey = 'c'.repeat(40)
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const old = sealedBefore(secretKey, 'a key')
  const key = { name: 'Old', role: 'organization_admin', keyHmac: Buffer.alloc(32), seal: () => old } as const
  const id = await insertApiKey(sql, organizationId, key)
  const place = { table: 'api_keys', organizationId, id } as const
  await expect(openKeyRing(sql, { secretKey: 'd'.repeat(40), file: null })).rejects.toThrow('is not the one')
  const ring = await openKeyRing(sql, { secretKey, file: null })
  expect(ring.secrets.unseal(old, place)).toBe('a key')
  expect(await adoptKey(sql, ring.secrets, going)).toEqual({ renewed: 1, unreadable: 0 })
  await ring.refresh()
  const [row] = await sql<{ key_sealed: Uint8Array }[]>`select key_sealed from api_keys`
  expect(ring.secrets.unseal(row!.key_sealed, place)).toBe('a key')
  expect(() => ring.secrets.unseal(old, place)).toThrow('without its place')
})
