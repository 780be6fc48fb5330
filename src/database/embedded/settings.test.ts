import { expect, test } from 'vitest'
import { serverSettings, settingArguments, thisMachine } from './settings.ts'

const gigabyte = 2 ** 30
const settingsOf = (memory: number) => serverSettings({ memory, hasSharedMemory: true }, '/run/q')

test.each([
  [gigabyte / 2, '128MB', '256MB', '32MB'],
  [4 * gigabyte, '512MB', '2048MB', '256MB'],
  [64 * gigabyte, '2048MB', '32768MB', '256MB'],
])('%i bytes of memory are shared out', (memory, shared, cache, maintenance) => {
  expect(settingsOf(memory)).toMatchObject({
    shared_buffers: shared,
    effective_cache_size: cache,
    maintenance_work_mem: maintenance,
  })
})

test('what was answered survives a crash, and nobody comes in by the network', () => {
  expect(settingsOf(gigabyte)).toMatchObject({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    listen_addresses: '',
  })
})

test('a small /dev/shm is not used', () => {
  const { dynamic_shared_memory_type } = serverSettings(
    { memory: gigabyte, hasSharedMemory: false },
    '/run/q',
  )
  expect(dynamic_shared_memory_type).toBe('mmap')
})

test('a directory with a comma is one directory', () => {
  const { unix_socket_directories } = serverSettings({ memory: gigabyte, hasSharedMemory: true }, '/a,"b')
  expect(unix_socket_directories).toBe('"/a,""b"')
})

test('settings become arguments', () => {
  expect(settingArguments({ jit: 'off', port: '1' })).toEqual(['-c', 'jit=off', '-c', 'port=1'])
})

test('this machine has memory', async () => {
  expect((await thisMachine()).memory).toBeGreaterThan(gigabyte / 4)
})
