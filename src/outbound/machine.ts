import { networkInterfaces } from 'node:os'

/**
 * The addresses of this machine's interfaces, read anew each time: an address that was added after the start counts.
 * Services that a firewall closes towards outside still answer there.
 */
export function machineAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address }) => address),
  )
}
