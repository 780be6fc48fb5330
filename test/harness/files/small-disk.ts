import { execFileSync } from 'node:child_process'

/** Only root can mount a disk. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0
if (!canMount) console.warn('Not root on Linux: tests of full disks are skipped.')

/** A disk in memory. @param size for example `300m` @returns what takes it away */
export function mountDisk(place: string, size: string): () => void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'none', place])
  return () => void execFileSync('umount', ['-l', place])
}
