import { Alert, Button, Stack, Text } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { words } from '../words/app.ts'

type Props = { children: ReactNode }

/** What browsers say of a script that they did not get: after an upgrade of the server its name is another. */
const missingScript = /dynamically imported module|importing a module script failed/i

/** Keeps a fault of one part from taking the page with it. React has boundaries as classes only. */
export class Boundary extends Component<Props, { error: unknown }> {
  override state = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  /** The browser keeps the failure of a script for as long as the document is open. */
  private readonly reload = () => {
    if (missingScript.test(String(this.state.error))) window.location.reload()
    else this.setState({ error: undefined })
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return (
      <Alert role="alert" variant="outline" color="var(--quiver-danger)" title={words.broken.title} m="md">
        <Stack gap="xs" align="flex-start">
          <Text>{words.broken.text}</Text>
          <Button variant="default" onClick={this.reload}>
            {words.broken.reload}
          </Button>
        </Stack>
      </Alert>
    )
  }
}
