import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Redirect, Route, Router, Switch } from 'wouter'
import { cssVariables, theme } from '../design/theme.ts'
import { LogIn } from '../users/log-in.tsx'
import { consolePath } from './root.ts'
import { SessionProvider, useSession } from './session.tsx'
import { isAskedAgain, waitBeforeMs } from './reach/again.ts'
import { Unreachable } from './reach/unreachable.tsx'

const SetUp = lazy(() => import('../users/set-up.tsx'))
// The log-in needs little of the console: it opens without the rest.
const Frame = lazy(() => import('./frame.tsx'))

export function App() {
  const [queries] = useState(newQueries)
  return (
    <DirectionProvider>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <QueryClientProvider client={queries}>
          <SessionProvider>
            <Router base={consolePath}>
              <Switch>
                <Route path="/log-in" component={LogIn} />
                <Route path="/set-up">
                  <Suspense>
                    <SetUp />
                  </Suspense>
                </Route>
                <Route component={WithSession} />
              </Switch>
            </Router>
          </SessionProvider>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}

function WithSession() {
  const { state } = useSession()
  if (state === 'unknown') return null
  if (state === 'unreachable') return <Unreachable />
  // The address is kept for after the log-in: a colleague's link opens then.
  if (state === 'none') return <Redirect to={`/log-in?to=${encodeURIComponent(here())}`} replace />
  return (
    <Suspense>
      <Frame isOver={state === 'over'} />
    </Suspense>
  )
}

function here(): string {
  const { pathname, search } = window.location
  return pathname.slice(consolePath.length) + search
}

function newQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        retry: isAskedAgain,
        retryDelay: waitBeforeMs,
      },
      mutations: { retry: false },
    },
  })
}
