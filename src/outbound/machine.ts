import { networkInterfaces } from 'node:os'

/** Not cached, because addresses can be added. Services behind a firewall still answer on these addresses. */
export function machineAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address }) => address),
  )
}
