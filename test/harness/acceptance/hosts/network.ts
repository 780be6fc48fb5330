import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { networkInterfaces } from 'node:os'

/** Hosts are network namespaces with one cable each to a bridge, where the database and the mail server are. */

const subnet = '10.77.0'

export const hubAddress = `${subnet}.1`
export const hubNetwork = `${subnet}.0/24`

export type Host = {
  name: string
  address: string
  /** Before a command: it runs on this host. */
  launcher: readonly string[]
  /** Packets get lost without a word in both directions, as if somebody had pulled the cable. */
  cutOff: () => void
  reconnect: () => void
}

const ip = (command: string) => void execFileSync('ip', command.split(' '))

/** Call it once, in a network namespace of its own: see launch.ts. */
export function makeHub(): void {
  if (Object.keys(networkInterfaces()).length > 0)
    throw new Error('Hosts are made in a network namespace of their own only.')
  mkdirSync('/run/netns', { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run/netns'])
  ip('link set lo up')
  ip('link add hub type bridge')
  ip(`addr add ${hubAddress}/24 dev hub`)
  ip('link set hub up')
}

let hosts = 0

export function addHost(name: string): Host {
  hosts += 1
  const address = `${subnet}.${hosts + 1}`
  const cable = `cable${hosts}`
  ip(`netns add ${name}`)
  ip(`link add ${cable} type veth peer name eth0 netns ${name}`)
  ip(`link set ${cable} master hub up`)
  ip(`-n ${name} addr add ${address}/24 dev eth0`)
  ip(`-n ${name} link set eth0 up`)
  ip(`-n ${name} link set lo up`)
  return {
    name,
    address,
    launcher: ['ip', 'netns', 'exec', name],
    cutOff: () => ip(`link set ${cable} nomaster`),
    reconnect: () => ip(`link set ${cable} master hub`),
  }
}
