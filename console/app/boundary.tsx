import { Alert, Button, Stack, Text } from '@mantine/core'
import { Component } from 'react'
import type { ReactNode } from 'react'
import { words } from '../words/app.ts'

type Props = { children: ReactNode }

/** Keeps a fault of one part from taking the page with it. React has boundaries as classes only. */
export class Boundary extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return (
      <Alert role="alert" variant="outline" color="var(--quiver-danger)" title={words.broken.title} m="md">
        <Stack gap="xs" align="flex-start">
          <Text>{words.broken.text}</Text>
          <Button variant="default" onClick={() => this.setState({ isBroken: false })}>
            {words.broken.reload}
          </Button>
        </Stack>
      </Alert>
    )
  }
}
