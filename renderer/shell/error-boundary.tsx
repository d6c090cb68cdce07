import { Box, Text, Title } from '@mantine/core'
import { IconHome } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'

interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** Identifies the content (e.g. the route): when it changes, a failed page is rendered again. */
  readonly subject?: string
}

interface ErrorBoundaryState {
  readonly failure: { readonly error: unknown } | undefined
  readonly subject: string | undefined
}

/** Keeps a fault in one page from taking the window down, and says what the person can do. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override readonly state: ErrorBoundaryState = { failure: undefined, subject: this.props.subject }

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps(
    props: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return props.subject === state.subject ? null : { failure: undefined, subject: props.subject }
  }

  override render(): ReactNode {
    if (this.state.failure === undefined) return this.props.children
    return (
      <Box maw={640} mx="auto" my={48} px="lg">
        <Title order={2}>This page stopped working</Title>
        <Text c="dimmed" mt={6} mb="md">
          Saved data is not affected. Try again, or reload the window.
        </Text>
        <ErrorPanel
          error={this.state.failure.error}
          onRetry={() => this.setState({ failure: undefined })}
          actions={
            <SecondaryButton
              size="xs"
              icon={IconHome}
              onClick={() => {
                location.hash = ''
                location.reload()
              }}
            >
              Reload window
            </SecondaryButton>
          }
        />
      </Box>
    )
  }
}
