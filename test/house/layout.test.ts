import { describe, expect, test } from 'vitest'
import { findLayoutBreaches } from '../../scripts/house-layout.ts'

const breachesOf = (...paths: string[]) => findLayoutBreaches(paths.map((path) => ({ path, text: '' })))
const crowd = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${folder}/file-${index}.ts`)

describe('the layout rejects', () => {
  test.each([
    ['a folder with 21 files', crowd('src/importing', 21), 'src/importing has 21 entries'],
    [
      'a folder with 20 files and a folder',
      [...crowd('test/harness/core', 20), 'test/harness/core/deep/a.ts'],
      'test/harness/core has 21 entries',
    ],
    ['a file that repeats its folder', ['src/store/campaigns/campaigns.ts'], 'repeats the name'],
    ['a prefix that repeats its folder', ['src/store/campaigns/campaign-claims.ts'], 'repeats the name'],
    ['a test that repeats its folder', ['test/api/users/users.test.ts'], 'repeats the name'],
    ['a folder with a different name in one layer', ['src/store/mailing-lists/rows.ts'], 'is no resource'],
    [
      'a file with a different name in one layer',
      ['src/store/mailing-lists.ts', 'src/http/lists/routes.ts'],
      'is no resource',
    ],
    ['a test with a name of its own', ['test/api/mailing-lists.test.ts'], 'is no resource'],
    ['a file of another layer', ['src/http/permission.ts'], 'is no resource'],
    ['a resource outside of the one that has it', ['src/store/suppression-lists/rows.ts'], 'is no resource'],
    ['a page that is named by its folder alone', ['console/lists/all.tsx'], 'does not tell what it shows'],
    ['a folder of the console with a name of its own', ['console/people/people-page.tsx'], 'is no resource'],
    ['a plumbing folder in a layer without one', ['src/actions/server/a.ts'], 'is no resource'],
    [
      'a resource with both a file and a folder',
      ['src/http/segments.ts', 'src/http/segments/routes.ts'],
      'stands beside the folder segments',
    ],
  ])('%s', (_what, paths, words) => {
    expect(breachesOf(...paths)).toEqual([expect.stringContaining(words)])
  })

  test('too many long files: more than one in ten above 200 lines', () => {
    const file = (index: number, lines: number) => ({
      path: `src/work/file-${index}.ts`,
      text: '\n'.repeat(lines),
    })
    const files = Array.from({ length: 10 }, (_, index) => file(index, index < 9 ? 50 : 201))
    expect(findLayoutBreaches(files)).toEqual([expect.stringContaining('more than 201 lines')])
    expect(findLayoutBreaches([...files, file(10, 50)])).toEqual([])
  })
})

test('the layout allows twenty files, plumbing where it belongs, and a resource under one name everywhere', () => {
  expect(
    breachesOf(
      ...crowd('src/importing', 20),
      'src/http/route/bind.ts',
      'src/contract/webhooks.ts',
      'src/actions/permission.ts',
      'src/store/webhooks/rows.ts',
      'test/api/webhooks.test.ts',
      'src/store/campaigns/claims.ts',
    ),
  ).toEqual([])
})
