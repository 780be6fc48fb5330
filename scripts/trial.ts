import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { startChromium } from '../test/harness/browser/chromium.ts'

/**
 * `npm run trial`: how long a newcomer waits between a fresh clone and the end of their first import. Clones the last
 * commit, runs the two commands of the README, and does in Chromium what the pages ask for.
 */
const port = 18_080
const limitSeconds = 180
const root = fileURLToPath(new URL('..', import.meta.url))
const file = ['E-Mail;Vorname;Ort', 'anna@example.com;Anna;Berlin', 'ben@example.com;Ben;Bern'].join('\n')

const folder = await mkdtemp(join(tmpdir(), 'quiver-trial-'))
let server: ChildProcess | undefined
try {
  run('git', ['clone', '--quiet', root, folder], root)
  const beganMs = performance.now()
  const lap = (what: string) => {
    const seconds = (performance.now() - beganMs) / 1000
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${what}`)
    return seconds
  }
  run('npm', ['ci', '--silent'], folder)
  lap('npm ci has ended')
  server = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const link = await linkOf(server)
  lap('npm start has printed the link')
  const seconds = await tryOut(link, lap)
  console.log(seconds < limitSeconds ? 'Under three minutes.' : 'More than three minutes.')
  process.exitCode = seconds < limitSeconds ? 0 : 1
} finally {
  if (server?.pid !== undefined) process.kill(-server.pid, 'SIGTERM')
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 })
}

function run(command: string, given: string[], cwd: string): void {
  const { status } = spawnSync(command, given, { cwd, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${given.join(' ')} ended with ${status}`)
}

async function linkOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('npm start has no output')
  let seen = ''
  for await (const chunk of stdout) {
    seen += String(chunk)
    const link = /http:\S+\/console\/set-up#\S+/.exec(seen)?.[0]
    if (link !== undefined) {
      stdout.resume()
      return link
    }
  }
  throw new Error(`npm start printed no link:\n${seen}`)
}

async function tryOut(link: string, lap: (what: string) => number): Promise<number> {
  const browser = await startChromium()
  try {
    const page = await browser.newPage()
    await setUp(page, link)
    lap('the set-up has led to the overview')
    await importFile(page)
    return lap('the import has ended')
  } finally {
    await browser.close()
  }
}

async function setUp(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Your name').fill('Ann Example')
  await page.getByLabel('E-mail').fill('ann@example.com')
  await page.getByLabel(/^Password/).fill('five unrelated quiet words')
  await page.getByLabel('Organization').fill('Example Ltd')
  await page.getByRole('button', { name: 'Create and log in' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
}

async function importFile(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Import a file' }).click()
  await page.getByRole('button', { name: 'Create the list' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'may.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.getByRole('button', { name: 'Next: Rules' }).click()
  await page.getByRole('button', { name: 'Preview what happens' }).click()
  await page.getByRole('button', { name: 'Import: add 2' }).click()
  await page.getByText('2 people were added.').waitFor()
}
