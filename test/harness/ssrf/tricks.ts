import { metadata, publicAddress } from './report.ts'

/** A url that may never be fetched. `answers` are the addresses of its name in the fake resolver. */
export type Trick = { url: string; answers?: string[] }

/** Ways to write an address that is not public, all reachable when nothing guards. */
const reachable: Trick[] = `
  127.0.0.1 127.1 127.0.1 127.0.0.1. 2130706433 0x7f000001 0x7f.1 0x7f.0.0.1 0X7F.0X0.0X0.0X1 0177.0.0.1
  017700000001 0177.0x0.0.1 0000177.0.0.1 127.127.127.127 127.255.255.254 0 0.0.0.0 0x0 ①②⑦.⓪.⓪.①
  １２７.0.0.1 127。0。0。1 127．0．0．1 %31%32%37.0.0.1 127%2e0%2e0%2e1 [::1] [0:0:0:0:0:0:0:1] [0000::0001] [::]
  [::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:7F00:1] [::127.0.0.1] [::7f00:1] [::ffff:0:127.0.0.1]
  [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::7f00:1] [64:ff9b::a9fe:a9fe] [2002:7f00:1::]
  [2002:a9fe:a9fe::1] [2002:a01:203::] 10.1.2.3 10.0.0.1 10.255.255.254 167838211 0xa.1.2.3 012.1.2.3
  10.66051 172.16.0.1 172.31.255.254 192.168.0.1 192.168.255.254 3232235521 169.254.169.254 2852039166
  0xa9fea9fe 0251.0376.0251.0376 [::ffff:169.254.169.254] [::ffff:a9fe:a9fe] [::169.254.169.254]
  [fd00:ec2::254] 100.64.0.1 100.100.100.200 192.0.0.192 192.0.2.1 192.88.99.1 192.31.196.1 192.52.193.1
  192.175.48.1 198.18.0.1 198.19.255.254 198.51.100.1 203.0.113.1 240.0.0.1 [::ffff:10.1.2.3] [fc00::1]
  [fd00::7] [fec0::1] [2001:db8::1] [2001::1] [2001:2::1] [2001:10::1] [2001:20::1] [100::1] [3fff::1]
  [5f00::1] [2620:4f:8000::1] [4000::1] [1::1] [::2]
`
  .trim()
  .split(/\s+/)
  .map((host) => ({ url: `http://${host}/` }))

const oddlyWritten: Trick[] = [
  'http:127.0.0.1/',
  'http:/127.0.0.1/',
  'http:///127.0.0.1/',
  'http:\\\\127.0.0.1\\',
  'HTTP://127.0.0.1/',
  ' \u0000http://127.0.0.1/ ',
  'ht\ttp://127.0.0.1/',
  'http://127.0\t.0.1/',
  'ht\ntp://127.0.0.1/',
  'http://127.0.0.1#@public.example/',
  'http://127.0.0.1?@public.example/',
  'http://127.0.0.1\\@public.example/',
  'http://127.0.0.1:8080/',
  'http://127.0.0.1:080/',
  'http://[::1]:8080/',
  'https://127.0.0.1/',
  'https://10.1.2.3/',
  'https://169.254.169.254:80/latest/meta-data/',
].map((url) => ({ url }))

const named: Trick[] = [
  { url: 'http://localhost/' },
  { url: 'http://LOCALHOST/' },
  { url: 'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/' },
  { url: 'http://localhost./', answers: ['127.0.0.1'] },
  { url: 'http://anything.localhost/', answers: ['::1', '127.0.0.1'] },
  { url: 'http://cname-to-localhost.example/', answers: ['127.0.0.1', '::1'] },
  { url: 'http://127.0.0.1.nip.example/', answers: ['127.0.0.1'] },
  { url: 'http://ipv6-only.example/', answers: ['::1'] },
  { url: 'http://ipv6-private.example/', answers: ['fd00::7'] },
  { url: 'http://private.example/', answers: ['10.1.2.3'] },
  { url: 'http://private.example:8080/', answers: ['192.168.7.7'] },
  { url: 'https://private.example/', answers: ['10.1.2.3'] },
  { url: 'http://metadata.google.internal/', answers: [metadata] },
  { url: 'http://mapped.example/', answers: ['::ffff:10.1.2.3'] },
  { url: 'http://compatible.example/', answers: ['::8.8.8.8'] },
  { url: 'http://nat64.example/', answers: ['64:ff9b::a01:203'] },
  { url: 'http://6to4.example/', answers: ['2002:a01:203::1'] },
  { url: 'http://zero.example/', answers: ['0.0.0.0'] },
  { url: 'http://zero6.example/', answers: ['::'] },
  { url: 'http://mixed.example/', answers: [publicAddress, '10.1.2.3'] },
  { url: 'http://mixed-reversed.example/', answers: ['10.1.2.3', publicAddress] },
  { url: 'http://mixed-families.example/', answers: ['2606:4700::1111', '127.0.0.1'] },
  { url: 'http://one-in-fifty.example/', answers: [...Array<string>(49).fill(publicAddress), metadata] },
]

/** Rejected by their form, or unreachable for any socket of this machine, with or without guard. */
const unreachable: Trick[] = [
  'http://user@127.0.0.1/',
  'http://user:secret@10.1.2.3/',
  'http://public.example@127.0.0.1/',
  'http://127.0.0.1:80@public.example/',
  'http://user:secret@public.example/',
  'http://user@public.example/',
  'http://:secret@public.example/',
  'http://public.example:0/',
  'http://public.example:65536/',
  'http://127.0.0.1:-1/',
  'http://[::1%25lo]/',
  'http://[::1/',
  'http://127.0.0.256/',
  'http://0x100000000/',
  'http://127.0.0.0x/x',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://[fe80::1]/',
  'http://[ff02::1]/',
  'http://',
  'file:///etc/passwd',
  'file://localhost/etc/passwd',
  'FILE:/etc/passwd',
  'ftp://10.1.2.3/members.csv',
  'gopher://127.0.0.1:25/_HELO',
  'dict://127.0.0.1:11211/stats',
  'ldap://127.0.0.1/',
  'tftp://127.0.0.1/members.csv',
  'sftp://127.0.0.1/members.csv',
  'ws://127.0.0.1/',
  'jar:http://127.0.0.1/!/',
  'data:text/csv,email',
  'javascript:fetch(1)',
  'blob:http://127.0.0.1/1',
  'unix:/var/run/docker.sock',
  'about:blank',
].map((url) => ({ url }))

export const reachableTricks: Trick[] = [...reachable, ...oddlyWritten, ...named]
export const tricks: Trick[] = [...reachableTricks, ...unreachable]
