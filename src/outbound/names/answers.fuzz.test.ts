import { isIP } from 'node:net'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { aDnsServer } from '../../../test/harness/fakes/dns-server.ts'
import { byDay } from '../../../test/harness/night.ts'
import { createLookup } from './addresses.ts'
import { createAsking } from './asking.ts'

type Change = { at: number; bytes: Uint8Array; cut: number; more: number }

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(200),
  bytes: fc.uint8Array({ maxLength: 6 }),
  cut: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(60)),
  more: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(3000)),
})

const none: Change = { at: 0, bytes: new Uint8Array(), cut: 0, more: 0 }

/** Bytes of the answer are replaced, its end is cut off, and bytes are added. */
function changed(answer: Buffer, { at, bytes, cut, more }: Change): Buffer {
  const spoilt = Buffer.from(answer)
  spoilt.set(bytes.subarray(0, Math.max(0, spoilt.length - (at % spoilt.length))), at % spoilt.length)
  return Buffer.concat([spoilt.subarray(0, Math.max(1, spoilt.length - cut)), Buffer.alloc(more, at)])
}

test('whatever a name server answers, a look-up ends in time with addresses or an error', async () => {
  const dns = await aDnsServer()
  const patienceMs = 150
  const system = () => Promise.reject(new Error('asked the system'))
  const lookup = createLookup({
    servers: [dns.address],
    hosts: () => Promise.resolve([]),
    system,
    patienceMs,
  })
  const ask = createAsking([dns.address], { patienceMs })
  let names = 0
  const changes = fc.array(change, { minLength: 8, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(changes, async (several) => {
      let sent = 0
      dns.spoil = (answer) => changed(answer, several[sent++ % several.length] ?? none)
      await Promise.all(
        several.map(async () => {
          const name = `n${(names += 1)}.example`
          dns.addresses.set(
            name,
            Array.from({ length: 40 }, (_, n) => `8.8.4.${n}`),
          )
          dns.txt.set(name, ['v=DKIM1; p=abc', 'x'.repeat(400)])
          const begun = performance.now()
          const asked = { asker: names }
          const found = await lookup(name, asked).catch((error: unknown) => error)
          const texts = await ask(name, asked, (resolver) => resolver.resolveTxt(name)).catch(
            (error: unknown) => error,
          )
          if (Array.isArray(found))
            for (const one of found) expect(isIP(String(one)), String(one)).not.toBe(0)
          else expect(found).toBeInstanceOf(Error)
          if (Array.isArray(found)) expect(found.length).toBeLessThanOrEqual(32)
          expect(Array.isArray(texts) || texts instanceof Error).toBe(true)
          expect(performance.now() - begun).toBeLessThan(20 * patienceMs)
        }),
      )
    }),
    { numRuns: byDay(6, 2_000) },
  )
})
