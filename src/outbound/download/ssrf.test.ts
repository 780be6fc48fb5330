import { beforeAll, describe, expect, test } from 'vitest'
import { publicAddress, type NamespaceReport } from '../../../test/harness/ssrf/report.ts'
import { scenarios } from '../../../test/harness/ssrf/scenarios.ts'
import { tricks } from '../../../test/harness/ssrf/tricks.ts'
import { namespaceObstacle, runInNamespace } from '../../../test/harness/ssrf/launch.ts'

const obstacle = namespaceObstacle()
const flipCount = 1000

if (obstacle) console.warn(`Skipped: the url import tests in a network of their own, because ${obstacle}.`)

describe.skipIf(obstacle)('url imports in a network of their own', () => {
  let report: NamespaceReport

  beforeAll(() => {
    report = runInNamespace(flipCount)
  }, 180_000)

  test('the tricks are many', () => {
    expect(tricks.length).toBeGreaterThanOrEqual(80)
  })

  test.each(tricks.map(({ url }, index) => [JSON.stringify(url), index] as const))(
    '%s is refused for good and reaches nobody',
    (_url, index) => {
      const { direct } = report.tricks[index]!
      expect(direct).toMatchObject({ result: { ok: false, retry: false }, reached: [] })
    },
  )

  test.each(tricks.map(({ url }, index) => [JSON.stringify(url), index] as const))(
    'a redirect to %s is refused for good and reaches nobody but its sender',
    (_url, index) => {
      const { redirected } = report.tricks[index]!
      expect(redirected.result).toMatchObject({ ok: false, retry: false })
      expect(new Set(redirected.reached)).toEqual(new Set([publicAddress]))
    },
  )

  test('every trick that a socket can follow reaches its target when nothing guards', () => {
    const unguarded = report.tricks.flatMap(({ unguarded }, index) =>
      unguarded ? [{ ...unguarded, ...tricks[index] }] : [],
    )
    expect(unguarded.length).toBeGreaterThanOrEqual(80)
    expect(unguarded.filter(({ reached }) => reached.length === 0)).toEqual([])
  })

  test.each(scenarios.map((scenario, index) => [scenario.promise, scenario, index] as const))(
    '%s',
    (_promise, { ok, reached }, index) => {
      expect(report.scenarios[index]).toMatchObject({ result: { ok }, reached })
    },
  )

  test(`a name that changes its mind ${flipCount} times is fetched from its public address alone`, () => {
    const half = flipCount / 2
    expect(report.flips).toEqual({ ok: half, refused: half, reached: Array(half).fill(publicAddress) })
  })
})
