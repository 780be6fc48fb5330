import { once } from 'node:events'
import { Pool } from 'undici'

/**
 * Submissions of one web form at a constant rate, whether or not the server keeps up, each of another address. In a process of its
 * own, so that it does not delay the benchmark's clock. Arguments: URL of the server, path, ticket, submissions per second,
 * seconds, name of the process. Prints `ready`, begins with the first byte that it reads, and prints what came of them as JSON.
 */
const [url = '', path = '', ticket = '', rateText = '0', secondsText = '0', name = ''] = process.argv.slice(2)
const rate = Number(rateText)
const wanted = rate * Number(secondsText)

/** Beyond it, a submission counts as not offered: this machine has no more to give. */
const openMax = 2_000
/** For answers after the last submission. */
const graceMs = 20_000

const pool = new Pool(url, { connections: 100 })
const headers = { 'content-type': 'application/x-www-form-urlencoded' }
const tookMs: number[] = []
let [offered, taken, refused, failed, open] = [0, 0, 0, 0, 0]

async function submit(number: number): Promise<void> {
  const startMs = performance.now()
  open += 1
  const body = new URLSearchParams({ email: `p${name}.${number}@example.com`, ticket }).toString()
  try {
    const answer = await pool.request({ method: 'POST', path, headers, body })
    const text = await answer.body.text()
    if (answer.statusCode === 200 && text.includes('look into your mailbox')) taken += 1
    else refused += 1
    tookMs.push(performance.now() - startMs)
  } catch {
    failed += 1
  }
  open -= 1
}

console.log('ready')
await once(process.stdin, 'data')
const startedMs = performance.now()
const soon = () => new Promise((resolve) => setTimeout(resolve, 5))
for (let due = 0, number = 0; number < wanted; await soon()) {
  due = Math.min(wanted, Math.floor(((performance.now() - startedMs) / 1000) * rate))
  for (; number < due; number += 1) {
    if (open >= openMax) continue
    offered += 1
    void submit(number)
  }
}
const sentMs = performance.now() - startedMs
const endMs = performance.now() + graceMs
while (open > 0 && performance.now() < endMs) await soon()
tookMs.sort((one, other) => one - other)
const at = (share: number) => tookMs[Math.floor(tookMs.length * share)] ?? 0
console.log(
  JSON.stringify({ offered, taken, refused, failed, open, sentMs, p50Ms: at(0.5), p99Ms: at(0.99) }),
)
process.exit(0)
