package io.wirepath.pipeline;

import java.net.PortUnreachableException;
import java.net.UnknownHostException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/**
 * Work that could not be done, told to a person in one line: where, what is wrong, what to do. The program prints the
 * message and ends with exit code 1.
 */
public final class Failure extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** A failure with this line. */
    public Failure(String message) {
        super(message);
    }

    /** A failure with this line, and what led to it. */
    public Failure(String message, Throwable cause) {
        super(message, cause);
    }

    /** A file that could not be used. */
    public static Failure of(Path file, String problem, Exception cause) {
        return new Failure(file + ": " + problem + ": " + reason(cause), cause);
    }

    /** What an exception says, and of which file, in words for a person. */
    public static String line(Exception cause) {
        String reason = reason(cause);
        return cause instanceof FileSystemException at && at.getFile() != null && !reason.contains(at.getFile())
                ? at.getFile() + ": " + reason
                : reason;
    }

    /** What the failure says that began a chain of causes, in words for a person. */
    public static String firstReason(Throwable thrown) {
        Throwable first = thrown;
        while (first.getCause() != null) {
            first = first.getCause();
        }
        return first instanceof Exception cause ? reason(cause) : String.valueOf(first.getMessage());
    }

    /** What an exception says, in words for a person. */
    public static String reason(Exception cause) {
        if (cause instanceof NoSuchFileException) {
            return "there is no such file or directory";
        }
        if (cause instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (cause instanceof FileAlreadyExistsException || cause instanceof NotDirectoryException) {
            return "a file of that name is in the way";
        }
        if (cause instanceof UnknownHostException && cause.getMessage() != null) {
            return "no such host is known: " + cause.getMessage().replaceFirst(": .*", "");
        }
        if (cause instanceof PortUnreachableException) {
            return "no program answers at that port";
        }
        if (cause instanceof CharacterCodingException) {
            return "it is not UTF-8 text";
        }
        if (cause instanceof FileSystemException file && file.getReason() != null) {
            return file.getReason();
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
