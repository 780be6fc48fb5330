import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from '../harness/core/embedded.ts'

type Step = { uses?: string; run?: string; with?: Record<string, unknown> }
type Job = {
  permissions?: Record<string, string>
  needs?: string | string[]
  steps: Step[]
  strategy?: object
}
type Workflow = {
  on: Record<string, unknown>
  permissions?: Record<string, string>
  jobs: Record<string, Job>
}

const folder = path.join(root, '.github/workflows')

async function workflows(): Promise<[string, Workflow][]> {
  const names = await readdir(folder)
  return Promise.all(
    names.map(async (name) => [name, parse(await readFile(path.join(folder, name), 'utf8')) as Workflow]),
  )
}

function stepsOf(workflow: Workflow): Step[] {
  return Object.values(workflow.jobs).flatMap(({ steps }) => steps)
}

test('workflows run foreign code by its commit, with rights to read only unless a job asks for more', async () => {
  for (const [name, workflow] of await workflows()) {
    expect(workflow.permissions, name).toEqual({ contents: 'read' })
    const used = stepsOf(workflow).flatMap(({ uses }) => uses ?? [])
    expect(
      used.filter((one) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(one)),
      name,
    ).toEqual([])
    const checkouts = stepsOf(workflow).filter(({ uses }) => uses?.startsWith('actions/checkout@'))
    for (const checkout of checkouts) expect(checkout.with?.['persist-credentials'], name).toBe(false)
    const asking = Object.entries(workflow.jobs).filter(([, job]) => job.permissions !== undefined)
    expect(asking.map(([job, { permissions }]) => [job, permissions])).toEqual(
      name === 'release.yml' ? [['publish', { contents: 'write' }]] : [],
    )
  }
})

test('each script that a workflow runs exists, and a change runs the checks once', async () => {
  const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  for (const [name, workflow] of await workflows()) {
    const called = stepsOf(workflow).flatMap(({ run }) => [...(run ?? '').matchAll(/npm run ([\w:]+)/g)])
    for (const [, script = ''] of called) expect(scripts, name).toHaveProperty([script])
    const whole = Object.values(workflow.jobs).filter(({ steps }) =>
      steps.some(({ run }) => run === '.ci/run'),
    )
    expect(whole, name).toHaveLength(1)
    expect(whole[0]?.strategy, name).toBeUndefined()
  }
})

test('nothing is published before the archives, the client and the image were built and tried', async () => {
  const [, release] = (await workflows()).find(([name]) => name === 'release.yml') ?? expect.fail()
  expect(Object.keys(release.on)).toEqual(['push'])
  expect(release.jobs['publish']?.needs).toEqual(['archive', 'client', 'image'])
  for (const job of ['archive', 'client', 'image']) expect(release.jobs[job]?.needs).toBe('whole')
})
