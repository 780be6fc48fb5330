import { metadata, ownAddress, ownAddress6, publicAddress } from './report.ts'

export const unusualPort = 9999

/** A download with settings of its own; `answers` holds the successive answers of the resolver for each name. */
export type Scenario = {
  promise: string
  url: string
  allow?: string[]
  allowLoopback?: boolean
  answers?: Record<string, string[][]>
  /** The expected result. */
  ok: boolean
  reached: string[]
}

export const scenarios: Scenario[] = [
  {
    promise: 'a public server is fetched from',
    url: 'http://public.example/members.csv',
    ok: true,
    reached: [publicAddress],
  },
  {
    promise: 'a public server is fetched from by https, its certificate compared with the name',
    url: 'https://public.example/members.csv',
    ok: true,
    reached: [publicAddress],
  },
  {
    promise: 'a certificate for another name is refused',
    url: 'https://other.example/members.csv',
    answers: { 'other.example': [[publicAddress]] },
    ok: false,
    reached: [publicAddress],
  },
  {
    promise: 'a public server is reached by its IPv6 address alone',
    url: 'http://six.example/members.csv',
    answers: { 'six.example': [['2606:4700::1111']] },
    ok: true,
    reached: ['2606:4700::1111'],
  },
  {
    promise: 'a redirect from https to http is followed',
    url: 'https://public.example/to?url=http://public.example/members.csv',
    ok: true,
    reached: [publicAddress, publicAddress],
  },
  {
    promise: 'a redirect from https to a private http address is refused',
    url: 'https://public.example/to?url=http://10.1.2.3/members.csv',
    ok: false,
    reached: [publicAddress],
  },
  {
    promise: 'the third redirect is checked like the first',
    url: 'http://public.example/to?url=%2Fto%3Furl%3D%252Fto%253Furl%253Dhttp%25253A%25252F%25252F10.1.2.3%25252F',
    ok: false,
    reached: [publicAddress, publicAddress, publicAddress],
  },
  {
    promise: 'a redirect that names only a host is checked',
    url: 'http://public.example/to?url=//10.1.2.3/members.csv',
    ok: false,
    reached: [publicAddress],
  },
  {
    promise: 'a name that turns private after the check is still fetched from the address that was checked',
    url: 'http://turning.example/members.csv',
    answers: { 'turning.example': [[publicAddress], ['10.1.2.3']] },
    ok: true,
    reached: [publicAddress],
  },
  {
    promise: 'a name that turns private between two redirects is refused',
    url: 'http://turning.example/to?url=/members.csv',
    answers: { 'turning.example': [[publicAddress], ['10.1.2.3']] },
    ok: false,
    reached: [publicAddress],
  },
  {
    promise: 'a private address that the operator names is fetched from',
    url: 'http://10.1.2.3:8080/members.csv',
    allow: ['10.1.2.3:8080'],
    ok: true,
    reached: ['10.1.2.3'],
  },
  {
    promise: 'a private name that the operator names is fetched from, on its own port',
    url: 'http://Files.Internal/members.csv',
    allow: ['files.internal:80'],
    answers: { 'files.internal': [['10.1.2.3']] },
    ok: true,
    reached: ['10.1.2.3'],
  },
  {
    promise: 'another port of a named private address is refused',
    url: 'http://10.1.2.3/members.csv',
    allow: ['10.1.2.3:8080', '10.1.2.3', '10.1.2.3:443'],
    ok: false,
    reached: [],
  },
  {
    promise: 'another name of a named private address is refused',
    url: 'http://private.example:8080/members.csv',
    allow: ['10.1.2.3:8080'],
    answers: { 'private.example': [['10.1.2.3']] },
    ok: false,
    reached: [],
  },
  {
    promise: 'a longer name that ends or begins like a named one is refused',
    url: 'http://10.1.2.3.example:8080/members.csv',
    allow: ['10.1.2.3:8080', 'example:8080'],
    answers: { '10.1.2.3.example': [['10.1.2.3']] },
    ok: false,
    reached: [],
  },
  {
    promise: 'a loopback address is fetched from while loopback is allowed',
    url: 'http://127.0.0.1/members.csv',
    allowLoopback: true,
    ok: true,
    reached: ['127.0.0.1'],
  },
  {
    promise: 'a loopback name is fetched from while loopback is allowed',
    url: 'http://mine.example/members.csv',
    allowLoopback: true,
    answers: { 'mine.example': [['::1', '127.0.0.1']] },
    ok: true,
    reached: ['::1'],
  },
  ...[
    'http://10.1.2.3/',
    `http://${metadata}/`,
    'http://0.0.0.0/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
  ].map((url): Scenario => ({
    promise: `allowed loopback does not admit ${url}`,
    url,
    allowLoopback: true,
    ok: false,
    reached: [],
  })),
  {
    promise: 'allowed loopback does not admit a name that is also somewhere else',
    url: 'http://mixed.example/',
    allowLoopback: true,
    answers: { 'mixed.example': [['127.0.0.1', publicAddress]] },
    ok: false,
    reached: [],
  },
  {
    promise: 'allowed loopback does not let a loopback server redirect to a private address',
    url: 'http://127.0.0.1/to?url=http://10.1.2.3/',
    allowLoopback: true,
    ok: false,
    reached: ['127.0.0.1'],
  },
  {
    promise: 'allowed loopback does not let a public server redirect to it',
    url: 'http://public.example/to?url=http://127.0.0.1/members.csv',
    allowLoopback: true,
    ok: false,
    reached: [publicAddress],
  },
  {
    promise: 'a connection that ends elsewhere than it was made to carries no request',
    url: 'http://0.0.0.0/members.csv',
    allow: ['0.0.0.0:80'],
    ok: false,
    reached: ['127.0.0.1'],
  },
  ...[
    `http://${ownAddress}/members.csv`,
    `http://[::ffff:${ownAddress}]/members.csv`,
    `http://[${ownAddress6}]/members.csv`,
    'http://own.example/members.csv',
    'http://own-and-public.example/members.csv',
  ].map((url): Scenario => ({
    promise: `an address of this machine is refused, however public it looks: ${url}`,
    url,
    answers: { 'own.example': [[ownAddress]], 'own-and-public.example': [[publicAddress, ownAddress]] },
    ok: false,
    reached: [],
  })),
  {
    promise: 'a redirect to an address of this machine is refused',
    url: `http://public.example/to?url=http://${ownAddress}/members.csv`,
    ok: false,
    reached: [publicAddress],
  },
  {
    promise: 'an address of this machine is fetched from where the operator names it',
    url: `http://${ownAddress}/members.csv`,
    allow: [`${ownAddress}:80`],
    ok: true,
    reached: [ownAddress],
  },
  ...['http://168.63.129.16/', 'http://[::ffff:168.63.129.16]/', 'http://wire.example:8080/'].map(
    (url): Scenario => ({
      promise: `the wire server of a cloud is refused, though its address is public: ${url}`,
      url,
      answers: { 'wire.example': [['168.63.129.16']] },
      ok: false,
      reached: [],
    }),
  ),
  {
    promise: 'an unusual port of a public server is refused',
    url: `http://public.example:${unusualPort}/members.csv`,
    ok: false,
    reached: [],
  },
  {
    promise: 'a redirect to an unusual port is refused',
    url: `http://public.example/to?url=http://public.example:${unusualPort}/members.csv`,
    ok: false,
    reached: [publicAddress],
  },
  {
    promise: 'an unusual port is fetched from where the operator names it',
    url: `http://public.example:${unusualPort}/members.csv`,
    allow: [`public.example:${unusualPort}`],
    ok: true,
    reached: [publicAddress],
  },
  {
    promise: 'a loopback address is fetched from on any port while loopback is allowed',
    url: `http://127.0.0.1:${unusualPort}/members.csv`,
    allowLoopback: true,
    ok: true,
    reached: ['127.0.0.1'],
  },
]
