import { test } from 'vitest'
import { aBusyPair } from '../../harness/acceptance/restarts.ts'
import { figure } from '../../harness/watching/figure.ts'

/** R10. `RESTARTS=50` for the promise's own number. */
const restarts = Number(process.env['RESTARTS'] ?? 10)

test(`${restarts} restarts of two servers in turn under a hundred calls a second, imports and a campaign: nothing fails, is lost or done twice`, async () => {
  const { servers, restart, expectAllOnce } = await aBusyPair()
  for (let done = 0; done < restarts; done += 2) for (const server of servers) await restart(server)
  figure(await expectAllOnce())
})
