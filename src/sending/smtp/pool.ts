import type { BuiltMessage } from '../../rendering/message.ts'
import type { Outcome } from '../outcome.ts'
import type { Opened, SmtpSession } from './session.ts'

export type PoolLimits = {
  connections: number
  messagesPerConnection: number
  /** Milliseconds. */
  idle: number
  /** Milliseconds without new connections after a refusal. */
  crowded: number
}

export type Pool = {
  /** Never rejects. When `signal` aborts, waiting messages end as `untried`. Urgent ones take every other turn. */
  send: (message: BuiltMessage, signal?: AbortSignal, isUrgent?: boolean) => Promise<Outcome>
  close: () => Promise<void>
}

type Job = {
  message: BuiltMessage
  isSecondTry: boolean
  isUrgent: boolean
  signal: AbortSignal | undefined
  resolve: (outcome: Outcome) => void
}
type Member = { session: SmtpSession; sent: number; idleTimer: NodeJS.Timeout | undefined }

type State = {
  open: () => Promise<Opened>
  limits: PoolLimits
  onEmpty: () => void
  waiting: Job[]
  /** Includes closing connections, because the server still counts them. */
  members: Set<Member>
  /** A stack, so that the least used connections reach their idle limit. */
  idle: Member[]
  opening: number
  refusals: number
  crowdedUntil: number
  isClosing: boolean
  closed: (() => void)[]
}

/** After this many consecutive refusals all waiting messages fail. */
const refusalsMax = 3

const stopped: Outcome = { kind: 'untried', status: null, diagnostic: 'sending was stopped' }

/** @param open never rejects; its failure is `untried`. @param onEmpty no connection and no message is left. */
export function createPool(open: () => Promise<Opened>, limits: PoolLimits, onEmpty: () => void): Pool {
  const state: State = {
    open,
    limits,
    onEmpty,
    waiting: [],
    members: new Set(),
    idle: [],
    opening: 0,
    refusals: 0,
    crowdedUntil: 0,
    isClosing: false,
    closed: [],
  }
  return {
    send(message, signal, isUrgent = false) {
      if (state.isClosing) return Promise.resolve(stopped)
      return new Promise((resolve) => {
        enter(state.waiting, { message, isSecondTry: false, isUrgent, signal, resolve })
        proceed(state)
      })
    },
    close() {
      state.isClosing = true
      for (const { resolve } of state.waiting.splice(0)) resolve(stopped)
      return new Promise((resolve) => {
        state.closed.push(resolve)
        for (const member of state.idle.slice()) closeMember(state, member)
        proceed(state)
      })
    },
  }
}

/** Campaigns fill the queue: what one person waits for comes after one of theirs for each urgent one before it. */
function enter(waiting: Job[], job: Job): void {
  const before = job.isUrgent ? 2 * waiting.filter(({ isUrgent }) => isUrgent).length : waiting.length
  waiting.splice(before, 0, job)
}

function nextJob({ waiting }: State): Job | undefined {
  for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
    if (job.signal?.aborted !== true) return job
    job.resolve(stopped)
  }
  return undefined
}

function proceed(state: State): void {
  const { waiting, idle, members } = state
  while (waiting.length > 0 && idle.length > 0) {
    const job = nextJob(state)
    const member = job === undefined ? undefined : idle.pop()
    if (member === undefined || job === undefined) break
    clearTimeout(member.idleTimer)
    void work(state, member, job)
  }
  while (state.opening < waiting.length && members.size + state.opening < connectionsMax(state)) {
    void openConnection(state)
  }
  if (members.size + state.opening + waiting.length > 0) return
  for (const tell of state.closed.splice(0)) tell()
  state.onEmpty()
}

function connectionsMax({ crowdedUntil, members, limits }: State): number {
  return performance.now() < crowdedUntil ? Math.max(1, members.size) : limits.connections
}

async function openConnection(state: State): Promise<void> {
  state.opening += 1
  const opened = await state.open()
  state.opening -= 1
  if ('session' in opened) addMember(state, opened.session)
  else refuse(state, opened.failure)
  proceed(state)
}

function addMember(state: State, session: SmtpSession): void {
  state.refusals = 0
  if (!session.isOpen()) return
  const member: Member = { session, sent: 0, idleTimer: undefined }
  state.members.add(member)
  session.onEnd(() => {
    state.members.delete(member)
    removeIdle(state, member)
    proceed(state)
  })
  rest(state, member)
}

/** With other connections open, the server has reached its limit; otherwise it is unreachable. */
function refuse(state: State, failure: Outcome): void {
  state.refusals += 1
  if (state.members.size + state.opening > 0) {
    state.crowdedUntil = performance.now() + state.limits.crowded
    return
  }
  const refused = state.waiting.splice(0, state.refusals < refusalsMax ? 1 : Infinity)
  for (const { resolve } of refused) resolve(failure)
}

function rest(state: State, member: Member): void {
  if (state.isClosing) return member.session.end()
  state.idle.push(member)
  member.idleTimer = setTimeout(() => closeMember(state, member), state.limits.idle).unref()
}

function closeMember(state: State, member: Member): void {
  removeIdle(state, member)
  member.session.end()
}

function removeIdle({ idle }: State, member: Member): void {
  clearTimeout(member.idleTimer)
  const place = idle.indexOf(member)
  if (place !== -1) idle.splice(place, 1)
}

async function work(state: State, member: Member, first: Job): Promise<void> {
  const { session } = member
  for (let job: Job | undefined = first; job !== undefined; job = nextJob(state)) {
    const { outcome, isLost } = await session.send(job.message)
    // The server may have closed an idle connection.
    const isStale = isLost && member.sent > 0 && !job.isSecondTry && !state.isClosing
    if (isStale) state.waiting.unshift({ ...job, isSecondTry: true })
    else job.resolve(outcome)
    member.sent += 1
    const isFit = outcome.kind === 'accepted' ? session.isOpen() : await session.renew()
    if (!isFit || member.sent >= state.limits.messagesPerConnection) {
      session.end()
      return proceed(state)
    }
  }
  rest(state, member)
  proceed(state)
}
