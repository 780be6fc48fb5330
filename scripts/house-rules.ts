import { mayImport } from './house-rooms.ts'

export type SourceFile = { path: string; text: string }

/**
 * The folders of `store`, from top to bottom: one imports those below it. What several resources ask stands in
 * `conditions`, what deletes a person everywhere in `erasure`.
 */
const storeFloors = [
  'plans',
  'organizations',
  'api-keys',
  'erasure',
  'messages',
  'lists',
  'autoresponders',
  'sending-rules',
  'exports',
  'responses',
  'campaigns',
  'accounting',
  'bulk-changes',
  'imports',
  'segments',
  'subscribers',
  'webhooks',
  'jobs',
  'scim',
  'users',
  'resources',
  'remote-lists',
  'conditions',
  'callers',
  'idempotency',
  'audit-events',
  'server',
]

/** Imports inside `store` that run up, counted as lines. Lower it with each one that goes; it never rises. */
export const arrowsUpMax = 10

/** Rooms that browsers run, and their allowed packages. */
const browserRooms: Record<string, readonly string[]> = {
  contract: ['ipaddr.js', 'isbot', 'zod', 'rails-timezone'],
  client: ['zod'],
}

/** What the console may import besides its own files. */
const consoleNeighbours = ['src/client/', 'src/contract/']

const sqlRooms = ['store', 'database']

/** Use cases: actions, the verbs and what starts the server. `database` makes transactions. */
const beginners = [
  'actions',
  'changing',
  'cli',
  'database',
  'exporting',
  'importing',
  'notifying',
  'sending',
  'server',
  'tracking',
  'upkeep',
]

/** Files of other rooms that begin a transaction, and why. */
const begunElsewhere: Record<string, string> = {
  'src/work/jobs/run.ts': 'lets a job of any kind fail',
  'src/outbound/databases/postgresql.ts': 'reads the database of a user',
  'src/store/campaigns/ranges/claims.ts':
    'looks without a transaction first, and begins one only if it finds something',
  'src/store/server/spool/rows.ts': 'is called by files, which is no use case: the fence is one unit',
}

/** What `http` takes from `store` besides look-ups (`find…`, `count…`): whatever has a rule is an action. */
const takenFromStore: Record<string, readonly string[]> = {
  'what resources of one shape are': [
    'bounceEmails',
    'databaseConnections',
    'dkimKeys',
    'messageStreams',
    'messageTemplates',
    'seedLists',
    'senderDomains',
    'sendingRules',
    'suppressionLists',
    'urlDomains',
    'userRoles',
    'virtualMtas',
    'webhooks',
  ],
  'pure, of a row or a caller': [
    'boundOf',
    'callerName',
    'eventIdOf',
    'hasBegun',
    'plainOf',
    'readerOf',
    'sendId',
    'statsOf',
  ],
  'of the request itself, whatever it asks for': ['insertAuditEvent', 'markKeysUsed', 'requireOrganization'],
  'before the body of an upload is read': ['checkListTakesImports'],
}

const depthMax = 3
/** Such names describe no content, and an index hides who uses what. */
const emptyNames = /^(index|utils?|helpers?|common|types|interfaces|misc)\.ts$/

/** @param dependencies packages installed with the product. @returns a sentence for each breach. */
export function findBreaches(files: readonly SourceFile[], dependencies: readonly string[]): string[] {
  return [...files.flatMap((file) => breachesOf(file, dependencies)), ...findArrowsUp(files)]
}

function breachesOf(file: SourceFile, dependencies: readonly string[]): string[] {
  return [
    ...findMarks(file),
    ...(isProduct(file)
      ? [
          ...findPlacing(file),
          ...findSql(file),
          ...findTransactions(file),
          ...findQueries(file),
          ...findImports(file, dependencies),
          ...findSkippedActions(file),
        ]
      : []),
    ...(file.path.startsWith('console/') ? [...findConsoleImports(file), ...findSides(file)] : []),
  ]
}

/** Imports from a folder of `store` into one above it. */
export function arrowsUp(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => isProduct(file) && file.path.startsWith('src/store/'))
    .flatMap(({ path, text }) =>
      importsOf(text)
        .map(({ line, target }) => ({ line, place: new URL(target, `file:///${path}`).pathname.slice(1) }))
        .filter(({ place }) => place.startsWith('src/store/') && floorOf(place) < floorOf(path))
        .map(({ line, place }) => `${path}:${line} imports ${place}, which stands above it`),
    )
}

function floorOf(path: string): number {
  return storeFloors.indexOf((path.split('/')[2] ?? '').replace(/\.ts$/, ''))
}

function findArrowsUp(files: readonly SourceFile[]): string[] {
  const homeless = files
    .filter((file) => isProduct(file) && /^src\/store\/.*\//.test(file.path) && floorOf(file.path) === -1)
    .map(({ path }) => `${path} is on no floor of store: give its folder a place in storeFloors`)
  const arrows = arrowsUp(files)
  return arrows.length <= arrowsUpMax
    ? homeless
    : [
        ...homeless,
        `${arrows.length} imports inside store run up, more than ${arrowsUpMax}: move what both need down`,
        ...arrows,
      ]
}

/** The console is a client of the API and nothing more. */
function findConsoleImports({ path, text }: SourceFile): string[] {
  return importsOf(text).flatMap(({ line, target }) => {
    const place = target.startsWith('.') ? new URL(target, `file:///${path}`).pathname.slice(1) : 'console/'
    const isAllowed = ['console/', ...consoleNeighbours].some((prefix) => place.startsWith(prefix))
    return isAllowed ? [] : [`${path}:${line} imports ${place}: the console is a client of the API`]
  })
}

const sidesOfStyles =
  /\b(margin|padding|border)-(left|right)\b|\btext-align: (left|right)\b|^\s*(left|right|float): /
/** Of Mantine `ms` and `me` are logical, `ml` and `mr` are not. */
const sidesOfMarkup =
  /\b(margin|padding|border)(Left|Right)\b|\btextAlign: '(left|right)'|\s(ml|mr|pl|pr|left|right)=[{"]|\sta="(left|right)"/
const fourValues = /\b(?:margin|padding|inset|border-width): *\S+ (\S+) \S+ ([^\s;]+);/

/** Arabic begins at the right: what has a side says start or end. */
function findSides({ path, text }: SourceFile): string[] {
  const pattern = path.endsWith('.css') ? sidesOfStyles : sidesOfMarkup
  const unequal = linesWith(text, fourValues).filter(({ found }) => {
    const [, right, left] = fourValues.exec(found) ?? []
    return right !== left
  })
  return [...linesWith(text, pattern), ...unequal].map(
    ({ line, found }) =>
      `${path}:${line} names a side (${found.trim()}): say start or end, Arabic begins at the right`,
  )
}

function isProduct({ path }: SourceFile): boolean {
  return path.startsWith('src/') && path.endsWith('.ts') && !path.endsWith('.test.ts')
}

// Written so that the pattern does not match itself.
const marks = /\b(TOD[O]|FIXM[E]|XX[X])\b|@ts-(ignor[e]|nochec[k])/

function findMarks({ path, text }: SourceFile): string[] {
  return linesWith(text, marks).map(
    ({ line, found }) => `${path}:${line} says ${found}: do it, or make an issue of it`,
  )
}

function findPlacing({ path, text }: SourceFile): string[] {
  const parts = path.split('/').slice(1)
  const name = parts.at(-1) ?? ''
  return [
    ...(parts.length - 1 > depthMax ? [`${path} lies more than ${depthMax} folders below src`] : []),
    ...(emptyNames.test(name) ? [`${path} has a name that says nothing of what is inside`] : []),
    ...linesWith(text, /^export \* /).map(
      ({ line }) => `${path}:${line} passes on everything of another file`,
    ),
  ]
}

const statement = /\bsql(<[^`]*>)?`|\w(<[^`]*>)?`(select|insert into|update|delete from|with|create|alter)\s/

function findSql({ path, text }: SourceFile): string[] {
  if (sqlRooms.includes(roomOf(path))) return []
  return linesWith(text.replaceAll(/`\n\s*/g, '`'), statement).map(
    ({ found }) => `${path} holds SQL (${found.trim()}): only ${sqlRooms.join(' and ')} do`,
  )
}

/** Transactions begin in use cases; types declare that a function needs one. */
function findTransactions({ path, text }: SourceFile): string[] {
  const mayBegin = beginners.includes(roomOf(path)) || path in begunElsewhere
  const begun = mayBegin ? [] : linesWith(text, /\.begin(Until)?[(<]/)
  const asked = linesWith(
    text,
    /^\s*(\*|\/\*\*|\/\/).*\b([Rr]un|[Cc]all|[Uu]se) (it|this) in a transaction\b/,
  )
  return [
    ...begun.map(
      ({ line }) => `${path}:${line} begins a transaction: let the action or verb that calls it begin one`,
    ),
    ...asked.map(
      ({ line }) => `${path}:${line} asks for a transaction in words: let the type be sql: Transaction`,
    ),
  ]
}

const handReader = /\brequest\.query\b|\bquery(\?\.)?\[/

/** Queries are parsed by the schema of their endpoint. */
function findQueries({ path, text }: SourceFile): string[] {
  if (roomOf(path) !== 'http' || path.startsWith('src/http/route/')) return []
  return linesWith(text, handReader).map(
    ({ line, found }) =>
      `${path}:${line} reads a query by hand (${found}): declare it in the endpoint's query`,
  )
}

function findImports({ path, text }: SourceFile, dependencies: readonly string[]): string[] {
  const room = roomOf(path)
  const allowed = mayImport[room]
  if (allowed === undefined)
    return [`${path} is in no room of the house: give ${room} its place in mayImport`]
  return importsOf(text).flatMap(({ line, target }) => {
    const problem = target.startsWith('.')
      ? problemOfNeighbour(path, allowed, target)
      : problemOfPackage(room, dependencies, target)
    return problem === undefined ? [] : [`${path}:${line} ${problem}`]
  })
}

/** A value that `http` imports from `store`; types are free. */
function findSkippedActions({ path, text }: SourceFile): string[] {
  if (roomOf(path) !== 'http') return []
  const taken = Object.values(takenFromStore).flat()
  return [...text.matchAll(/^import \{([^}]*)\} from '(?:\.\.\/)+store\/[^']*'/gm)].flatMap(
    ([, names = '']) =>
      names
        .split(',')
        .map((name) => name.trim().replace(/ as .*/, ''))
        .filter((name) => name !== '' && !/^(type |find|count)/.test(name) && !taken.includes(name))
        .map(
          (name) => `${path} takes ${name} from store: http only looks up, whatever has a rule is an action`,
        ),
  )
}

function problemOfNeighbour(path: string, allowed: readonly string[], target: string): string | undefined {
  const place = new URL(target, `file:///${path}`).pathname.slice(1)
  if (!place.startsWith('src/')) return `imports ${place}, which is not part of the product`
  const room = roomOf(place)
  const isAllowed = allowed.some((entry) =>
    entry.includes('/') ? place.startsWith(`src/${entry}`) : entry === room,
  )
  return room === roomOf(path) || isAllowed
    ? undefined
    : `imports ${place}: ${roomOf(path)} may not look into ${room}`
}

function problemOfPackage(room: string, dependencies: readonly string[], target: string): string | undefined {
  const name = target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')
  const own = browserRooms[room]
  if (own !== undefined && !own.includes(name)) return `imports ${target}, which browsers do not have`
  return target.startsWith('node:') || dependencies.includes(name)
    ? undefined
    : `imports ${name}, which is not installed with the product`
}

function roomOf(path: string): string {
  return (path.split('/')[1] ?? '').replace(/\.ts$/, '')
}

export function importsOf(text: string): { line: number; target: string }[] {
  const pattern = /\bfrom '([^'\n]+)'|\bimport\(\s*'([^'\n]+)'|^import '([^'\n]+)'/gm
  return [...text.matchAll(pattern)].map((match) => ({
    line: text.slice(0, match.index).split('\n').length,
    target: match[1] ?? match[2] ?? match[3] ?? '',
  }))
}

function linesWith(text: string, pattern: RegExp): { line: number; found: string }[] {
  return text.split('\n').flatMap((content, index) => {
    const match = pattern.exec(content)
    return match === null ? [] : [{ line: index + 1, found: match[0] }]
  })
}
