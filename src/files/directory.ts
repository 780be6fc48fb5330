import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a directory and those above it. Not Node's `recursive`, which never returns for a path in /proc.
 * @param mode of the directory itself, if it is created.
 * @throws Error, a sentence for the operator.
 */
export async function ensureDirectory(path: string, mode: number, setting: string): Promise<void> {
  try {
    await ensure(path, mode)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new Error(
      `${setting} is ${path}, which is not a directory and cannot be made one (${reason}). Set ${setting} to a directory that this user can write to.`,
      { cause: error },
    )
  }
}

async function ensure(path: string, mode?: number): Promise<void> {
  if (await isDirectory(path)) return
  if (dirname(path) !== path) await ensure(dirname(path))
  await mkdir(path, mode).catch(async (error: unknown) => {
    // Another process may have created it.
    if (!(await isDirectory(path))) throw error
  })
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
