/** The part of socket.io 2's client that tests use; it has no types of its own. */
declare module 'socket.io-client-2' {
  export interface OldSocket {
    connected: boolean;
    on(event: string, listener: (...args: never[]) => void): void;
    emit(event: string, payload: unknown, acknowledge?: (answer: never) => void): void;
    close(): void;
  }
  export default function io(url: string, options: object): OldSocket;
}
