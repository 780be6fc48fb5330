import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium, type Browser } from 'playwright-core'

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const cache = path.join(modules, '.cache')

/**
 * Starts Chromium: that of `TEST_CHROMIUM`, or the one of the package, which is for Linux on x64. It knows no host but
 * this one. It ends with this process at the latest.
 */
export async function startChromium(): Promise<Browser> {
  const own = process.env['TEST_CHROMIUM']
  const directory = own === undefined ? await unpacked() : cache
  return chromium.launch({
    executablePath: own ?? path.join(directory, 'chromium'),
    // The arguments that the package proposes switch off what protects pages from each other.
    args: [
      '--no-sandbox',
      '--no-proxy-server',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
    env: { ...process.env, ...(own === undefined && surroundingsIn(directory)) },
    timeout: 120_000,
  })
}

function surroundingsIn(directory: string): Record<string, string> {
  return {
    LD_LIBRARY_PATH: path.join(directory, 'al2023', 'lib'),
    FONTCONFIG_FILE: path.join(directory, 'fonts.conf'),
    XDG_CACHE_HOME: directory,
  }
}

/** Unpacked once for all processes and runs: it takes two seconds. @returns the directory. */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(
    await readFile(path.join(modules, '@sparticuz', 'chromium', 'package.json'), 'utf8'),
  ) as { version: string }
  const directory = path.join(cache, `chromium-${version}`)
  if (existsSync(directory)) return directory
  await mkdir(cache, { recursive: true })
  const staging = await mkdtemp(`${directory}-`)
  try {
    await unpack(staging)
    await writeFile(path.join(staging, 'fonts.conf'), fontsIn(directory))
    await rename(staging, directory)
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    // Another process was faster.
    if (!existsSync(directory)) throw error
  }
  return directory
}

/** The package unpacks into the directory for temporary files, and its libraries only where it takes this for a cloud. */
async function unpack(staging: string): Promise<void> {
  const script = `
    const { default: chromium } = await import('@sparticuz/chromium')
    chromium.setGraphicsMode = false
    await chromium.executablePath()`
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: modules,
    env: { ...process.env, TMPDIR: staging, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
  })
}

/** The same letters on every machine. */
function fontsIn(directory: string): string {
  const prefer = (family: string, font: string) =>
    `<alias binding="same"><family>${family}</family><prefer><family>${font}</family></prefer></alias>`
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(directory, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${path.join(directory, 'font-cache')}</cachedir>
  ${['sans-serif', 'serif', 'system-ui'].map((family) => prefer(family, 'Open Sans')).join('\n  ')}
  ${prefer('monospace', 'DejaVu Sans Mono')}
</fontconfig>
`
}
