import { statfs, stat } from 'node:fs/promises'
import os from 'node:os'

export type Machine = {
  memory: number
  /** Whether /dev/shm has room for the shared memory of parallel queries. */
  hasSharedMemory: boolean
}

export type Settings = Record<string, string>

export function serverSettings({ memory, hasSharedMemory }: Machine, socketDirectory: string): Settings {
  const megabytes = (bytes: number, most: number) =>
    `${Math.max(1, Math.min(Math.floor(bytes / 2 ** 20), most))}MB`
  return {
    listen_addresses: '',
    unix_socket_directories: `"${socketDirectory.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    // For 32 import threads, the default of a machine of 64 cores. Each takes 45 KB of shared memory.
    max_connections: '300',

    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // This build has no lz4, and pglz is slower than the disk: docs/decisions/028.
    wal_compression: 'off',
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',

    shared_buffers: megabytes(Math.max(memory / 8, 128 * 2 ** 20), 2048),
    effective_cache_size: megabytes(memory / 2, 2 ** 20),
    maintenance_work_mem: megabytes(memory / 16, 256),
    random_page_cost: '1.1',
    jit: 'off',
    // In a container that may not use the host's huge pages, requesting them ends in a bus error.
    huge_pages: 'off',
    // Docker gives a container 64 MB of shared memory, and a query that needs more fails.
    dynamic_shared_memory_type: hasSharedMemory ? 'posix' : 'mmap',

    // An import changes millions of rows, too many to wait until a fifth of a big table is dead.
    autovacuum: 'on',
    autovacuum_vacuum_scale_factor: '0.05',
    autovacuum_vacuum_insert_scale_factor: '0.05',
    autovacuum_analyze_scale_factor: '0.02',
    autovacuum_vacuum_cost_limit: '1000',

    // Error details and COPY rows contain personal addresses, which must not be logged.
    log_error_verbosity: 'terse',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_line_prefix: '%m [%p] %a ',
    log_timezone: 'UTC',
    timezone: 'UTC',
  }
}

export function settingArguments(settings: Settings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

export async function thisMachine(): Promise<Machine> {
  return { memory: usableMemory(), hasSharedMemory: await hasSharedMemory() }
}

function usableMemory(): number {
  // 0 or an absurd figure without a control group.
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem()
}

async function hasSharedMemory(): Promise<boolean> {
  if (process.platform !== 'linux') return true
  try {
    const [{ mode }, { bsize, blocks }] = await Promise.all([stat('/dev/shm'), statfs('/dev/shm')])
    return (mode & 0o002) !== 0 && bsize * blocks >= 512 * 2 ** 20
  } catch {
    return false
  }
}
