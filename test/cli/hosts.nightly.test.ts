import { expect, test } from 'vitest'
import { hostsObstacle, runInside } from '../harness/acceptance/hosts/launch.ts'
import { figure } from '../harness/watching/figure.ts'

const obstacle = hostsObstacle()
if (obstacle !== undefined) console.warn(`Skipped: ${obstacle}`)

test.skipIf(obstacle !== undefined)(
  'four hosts whose clocks differ by five minutes: one is cut off, one freezes, one is killed, and each row and message counts once',
  async () => {
    const { code, output, figures } = await runInside()
    if (code !== 0) console.error(output)
    expect(code).toBe(0)
    expect(figures).toHaveLength(1)
    figure(figures.join('; '))
  },
)
