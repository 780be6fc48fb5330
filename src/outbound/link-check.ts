import { readUrl, type Admission } from './address-guard.ts'
import type { Lookup } from './names/addresses.ts'
import { withClient } from './client.ts'
import { isLoopbackAddress } from './loopback.ts'
import { reachGuarded } from './reach.ts'
import { RequestFailed } from './request-failed.ts'

export type LinkRules = Admission & { lookup?: Lookup; timeoutMs?: number }

export type LinkAnswer = { url: string; problem: string | null }

const redirectsMax = 5
const atOnce = 8

/** Opens each as a browser would, and reads no more than the status. `timeoutMs`: for one link. */
export async function checkLinks(urls: readonly string[], rules: LinkRules): Promise<LinkAnswer[]> {
  const answers: LinkAnswer[] = []
  const queue = [...urls.entries()]
  const lane = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [place, url] = next
      answers[place] = { url, problem: await problemOf(url, rules) }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return answers
}

async function problemOf(text: string, { timeoutMs = 5000, ...rules }: LinkRules): Promise<string | null> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  try {
    let url = readUrl(text)
    let { allowLoopback } = rules
    for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
      const answer = await ask(url, { ...rules, allowLoopback }, controller.signal)
      // Only a server on a loopback address may redirect to one.
      allowLoopback &&= answer.isLoopback
      if (answer.location === null) return answer.status >= 400 ? `answers ${answer.status}` : null
      url = readUrl(answer.location, url)
    }
    return 'redirects too often'
  } catch (error) {
    if (controller.signal.aborted) return 'does not answer in time'
    if (error instanceof RequestFailed) return `cannot be opened: ${error.message}`
    return 'does not answer'
  } finally {
    clearTimeout(timer)
  }
}

async function ask(url: URL, { lookup, ...admission }: LinkRules, signal: AbortSignal) {
  const { addresses, connection } = await reachGuarded(url, { ...admission, lookup }, signal)
  return withClient(url, { connection, bodyBytesMax: 0 }, async ({ client }) => {
    const headers = { accept: 'text/html,*/*', 'user-agent': `Mozilla/5.0 (compatible; Quiver; link check)` }
    const path = url.pathname + url.search
    const {
      statusCode,
      headers: answered,
      body,
    } = await client.request({ method: 'GET', path, headers, signal })
    body.on('error', () => {})
    const { location } = answered
    const isElsewhere = statusCode >= 300 && statusCode < 400 && typeof location === 'string'
    return {
      status: statusCode,
      location: isElsewhere ? location : null,
      isLoopback: addresses.every(isLoopbackAddress),
    }
  })
}
