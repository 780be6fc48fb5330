import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Not Node's `recursive`, which never returns for a path in /proc. @throws Error, a sentence for the operator. */
export async function ensureDirectory(path: string, mode: number, setting: string): Promise<void> {
  try {
    await ensure(path, mode)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new Error(
      `${setting} is ${path}, which is not a directory and could not be created (${reason}). Set ${setting} to a directory that this user can write to.`,
      { cause: error },
    )
  }
}

async function ensure(path: string, mode?: number): Promise<void> {
  if (await isDirectory(path)) return
  if (dirname(path) !== path) await ensure(dirname(path))
  await mkdir(path, mode).catch(async (error: unknown) => {
    if (!(await isDirectory(path))) throw error
  })
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
