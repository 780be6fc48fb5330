import { useQueryClient } from '@tanstack/react-query'
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { ApiFailure, type Callable, type Client } from '../../src/client/api.ts'
import { showCurrentSession, type SessionAnswer } from '../../src/contract/users/sessions.ts'
import { readIn } from './reach/language.ts'
import { clientOf, type Bearings } from './client.ts'
import { noteRefused } from './reach/unapproved.ts'

/** `unknown` until the server has answered; `over`: it ended while the page was open, so the page stays. */
export type SessionState = 'unknown' | 'none' | 'open' | 'over' | 'unreachable'

/** `organization` is where the calls act: the user's own, or the one that a system administrator has stepped into. */
export type OpenSession = SessionAnswer & { ownOrganization: SessionAnswer['organization'] }

type SessionContext = {
  client: Client
  state: SessionState
  session: OpenSession | null
  /** After a log-in, and after each call that answers with the session. */
  enter: (session: SessionAnswer) => void
  leave: () => void
  /** Asks the server whether the session is still valid, after a refusal. */
  check: () => Promise<void>
}

const Session = createContext<SessionContext | null>(null)

/** Holds the session of this tab, which the cookie proves and the server keeps. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const known = useQueryClient()
  const [bearings] = useState<Bearings>(() => ({ csrfToken: null, organizationId: null }))
  const [bare] = useState(() => clientOf(bearings))
  const [{ state, session }, setSession] = useState<Pick<SessionContext, 'state' | 'session'>>({
    state: 'unknown',
    session: null,
  })

  const enter = useCallback(
    (next: SessionAnswer) => {
      const { organization: ownOrganization, stepped_into } = next
      const organization = stepped_into ?? ownOrganization
      Object.assign(bearings, { csrfToken: next.csrf_token, organizationId: organization.id })
      readIn(next.user.language)
      setSession({ state: 'open', session: { ...next, organization, ownOrganization } })
    },
    [bearings],
  )
  const leave = useCallback(() => {
    Object.assign(bearings, { csrfToken: null, organizationId: null })
    known.clear()
    setSession({ state: 'none', session: null })
  }, [bearings, known])
  const check = useCallback(async () => {
    try {
      enter((await bare.call(showCurrentSession)).data)
    } catch (failure) {
      setSession((now) => ({ session: now.session, state: stateAfter(failure, now.state) }))
    }
  }, [bare, enter])

  useEffect(() => {
    void check()
  }, [check])

  const client = useMemo(() => watched(bare, check), [bare, check])
  const value = useMemo(
    () => ({ client, state, session, enter, leave, check }),
    [client, state, session, enter, leave, check],
  )
  return <Session value={value}>{children}</Session>
}

function stateAfter(failure: unknown, now: SessionState): SessionState {
  const isRefused = failure instanceof ApiFailure && failure.code === 'not_authorized'
  if (!isRefused) return now === 'unknown' ? 'unreachable' : now
  return now === 'open' || now === 'over' ? 'over' : 'none'
}

/** A refused call can mean that the session has ended. With ERROR_STATUS=always_200 the status does not say so. */
function watched(client: Client, check: () => Promise<void>): Client {
  const orCheck = async <Result,>(
    call: Promise<Result>,
    endpoint: Callable,
    input: Parameters<typeof noteRefused>[2] = {},
  ): Promise<Result> => {
    try {
      return await call
    } catch (failure) {
      noteRefused(failure, endpoint, input)
      if (failure instanceof ApiFailure && failure.code === 'not_authorized') void check()
      throw failure
    }
  }
  return {
    call: (endpoint, ...input) => orCheck(client.call(endpoint, ...input), endpoint, input[0]),
    text: (endpoint, ...input) => orCheck(client.text(endpoint, ...input), endpoint, input[0]),
  }
}

export function useSession(): SessionContext {
  const context = useContext(Session)
  if (context === null) throw new Error('useSession stands outside of SessionProvider')
  return context
}

/** null before the log-in. */
export function useOrganizationId(): number | null {
  return useSession().session?.organization.id ?? null
}

/** For pages, which the shell shows to people with a session only. */
export function useOpenSession(): OpenSession {
  const { session } = useSession()
  if (session === null) throw new Error('this page needs a session')
  return session
}
