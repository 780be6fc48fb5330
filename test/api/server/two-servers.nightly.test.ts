import { expect, onTestFinished, test } from 'vitest'
import { Agent, fetch } from 'undici'
import { createClient } from '../../../src/client/api.ts'
import { createSubscriber, listSubscribers } from '../../../src/contract/subscribers/endpoints.ts'
import { aReplaceable } from '../../harness/acceptance/rolling.ts'
import { aList, aQuiverServer } from '../../harness/core/command.ts'
import { aDatabase } from '../../harness/core/database.ts'
import { aDataDirectory } from '../../harness/core/embedded.ts'
import { aFreePort } from '../../harness/core/socket.ts'
import { until } from '../../harness/core/until.ts'
import { proxies, startCaddyBeforeTwo } from '../../harness/fakes/proxies.ts'
import { scrape } from '../../harness/watching/exposition.ts'
import { figure } from '../../harness/watching/figure.ts'

const { isInstalled } = proxies.caddy
if (!isInstalled) console.warn('There is no caddy: its sample configuration for two servers is not run.')

/** Whether the proxy has noticed that a process which has just started is ready: it has got a call. */
async function isAsked({ METRICS_PORT: port }: { METRICS_PORT: string }): Promise<boolean> {
  const counted = await scrape(`http://127.0.0.1:${port}/metrics`)
  const requests = counted.get('quiver_http_requests_total')?.samples ?? []
  return requests.some(({ labels, value }) => value > 0 && labels['route']?.includes('subscribers'))
}

/** Two machines, as docs/operating.md sets them up, and Caddy in front of them. */
async function twoServersBehindCaddy() {
  const { url: databaseUrl } = await aDatabase()
  const environmentOf = async () => ({
    DATABASE_URL: databaseUrl,
    DATA_DIR: await aDataDirectory(),
    PORT: String(await aFreePort()),
    METRICS_PORT: String(await aFreePort()),
    SECRET_KEY: 'a secret of the two servers, long enough',
    SERVER_IDENTITY: 'two servers',
    STORAGE_URL: 'database:',
    BASE_URL: 'https://localhost',
    DRAIN_SECONDS: '5',
  })
  const [one, other] = await Promise.all([environmentOf(), environmentOf()])
  const first = await aQuiverServer(one)
  const { list } = await aList(first)
  const servers = [
    { ...aReplaceable(one, first), isAsked: () => isAsked(one) },
    { ...aReplaceable(other), isAsked: () => isAsked(other) },
  ] as const
  await servers[1].start()
  const proxy = await startCaddyBeforeTwo([Number(one.PORT), Number(other.PORT)])
  const dispatcher = new Agent({ connect: { ca: proxy.cert } })
  onTestFinished(() => dispatcher.close())
  const through = ((url: string, how: object) =>
    fetch(url, { ...how, dispatcher })) as unknown as typeof globalThis.fetch
  const url = `https://localhost:${proxy.port}`
  const client = createClient({ url, credential: first.credential, fetch: through })
  return { servers, client, mailing_list_id: Number(list) }
}

test.skipIf(!isInstalled)(
  'behind the sample of Caddy, two servers restart in turn, and no call fails or is carried out twice',
  async () => {
    const { servers, client, mailing_list_id } = await twoServersBehindCaddy()
    const added: string[] = []
    const faults: string[] = []
    let isOver = false
    const caller = async (name: string) => {
      for (let number = 0; !isOver; number += 1) {
        const email = `${name}-${number}@example.com`
        try {
          await client.call(createSubscriber, { params: { mailing_list_id }, body: { email } })
          added.push(email)
          await client.call(listSubscribers, { params: { mailing_list_id }, query: { per_page: 1 } })
        } catch (error) {
          faults.push(`${email}: ${String(error)}`)
        }
      }
    }
    const callers = ['anna', 'ben', 'carla', 'david'].map(caller)
    const answersMore = async () => {
      const before = added.length
      await until(() => added.length >= before + 20)
    }
    try {
      for (const server of servers) {
        await answersMore()
        expect((await server.stop()).code).toBe(0)
        await answersMore()
        await server.start()
        await until(server.isAsked)
      }
      await answersMore()
    } finally {
      isOver = true
      await Promise.all(callers)
    }
    expect(faults).toEqual([])
    const { paging } = await client.call(listSubscribers, {
      params: { mailing_list_id },
      query: { per_page: 1 },
    })
    expect(paging?.num_records).toBe(added.length)
    figure(`${added.length} people added by four callers through Caddy while two servers restarted in turn`)
  },
)
