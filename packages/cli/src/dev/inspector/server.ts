import type { ChildMessage } from './messages.ts'
export class Inspector {
  constructor(_root: string) {}
  async listen(_port: number): Promise<string> {
    return ''
  }
  onStart(): void {}
  onListening(_url: string, _port: number): void {}
  take(_message: ChildMessage): void {}
  close(): void {}
}
