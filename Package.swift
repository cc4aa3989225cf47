// swift-tools-version: 6.2
// The modules of tomato-notify and their dependencies: docs/ARCHITECTURE.md §2. A target cannot import a dependency
// that it does not name, so the compiler enforces these boundaries.
import PackageDescription

/// Modules without C, with all compiler checks.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]
/// The two C bridges, without strict memory safety: every line calls C, so `unsafe` would mark every line.
let bridge: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]
/// Modules whose speed does not matter are optimized for size.
let compact: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]
/// Main-actor isolation by default.
let mainThread: [SwiftSetting] = [.defaultIsolation(MainActor.self)]
let tests: [SwiftSetting] = [.treatAllWarnings(as: .error)]
/// The engine's tests let millions of events pass, and Tidy reads each line of the project many times: optimized, they
/// take a quarter of the time also in a debug build.
let fast: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

// Release programs carry the Swift runtime. Only in release: these flags would leak into the test bundle.
// GNU's linker links for each program only what it uses, and reads the script that scripts/build.sh gives it.
let small = ["-use-ld=bfd", "-Xlinker", "--gc-sections"]
// No export of symbols: the daemon loads no libraries that need them.
let staticRuntime: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-static-stdlib", "-Xclang-linker", "-no-pie", "-Xclang-linker", "-static-libgcc", "-Xlinker",
      "--no-export-dynamic", "-Xlinker", "--exclude-libs=ALL",
    ] + small, .when(configuration: .release))
]
// "-s": symbols cost a third of the run time of a program that runs for a millisecond (measured: docs/decisions/0001).
// "noseparate-code": headers and code are one mapping, and the relocations are on no page of their own.
// ArgumentParser needs FoundationEssentials, whose static parts are not linked automatically.
let staticExecutable: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-static-executable", "-l_FoundationCollections", "-l_FoundationCShims", "-lswiftSynchronization", "-Xlinker",
      "-s", "-Xlinker", "-z", "-Xlinker", "noseparate-code",
    ] + small, .when(configuration: .release))
]

/// The rooms whose parsers are fuzzed.
let fuzzed: [Target.Dependency] = [
  "tomato-notify", "LiveActivity", "TomatoPrograms", "TomatoDesktop", "TomatoRecord", "TomatoSettings", "TomatoWords",
  "TomatoEngine", "TomatoLink", "GLibBridge", "SQLiteBridge",
]

let package = Package(
  name: "tomato-notify",
  products: [
    .executable(name: "tomato-notify", targets: ["tomato-notify"]),
    .executable(name: "tomato-notifyd", targets: ["tomato-notifyd"]),
    .library(name: "LiveActivity", targets: ["LiveActivity"]),
  ],
  dependencies: [.package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")],
  targets: [
    .systemLibrary(name: "CNotify", pkgConfig: "libnotify", providers: [.apt(["libnotify-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CArguments"),
    .target(name: "TomatoLink", swiftSettings: strict),
    // The client's end of the control socket.
    .target(name: "TomatoSocket", dependencies: ["TomatoLink"], swiftSettings: strict),
    // A library for other packages: it and its dependencies must not use unsafe flags, or SwiftPM refuses it.
    .target(name: "LiveActivity", dependencies: ["TomatoLink", "TomatoSocket"], swiftSettings: strict),
    .target(name: "TomatoEngine", dependencies: ["TomatoLink"], swiftSettings: strict + fast),
    .target(name: "GLibBridge", dependencies: ["CNotify"], swiftSettings: bridge + compact),
    // The second thread's room: no default isolation, so the compiler guards the border to the main thread.
    .target(name: "TomatoIsland", dependencies: ["GLibBridge"], swiftSettings: strict + compact),
    .target(name: "SQLiteBridge", dependencies: ["CSQLite"], swiftSettings: bridge),
    .target(
      name: "TomatoWords", dependencies: ["TomatoLink", "TomatoEngine", "TomatoIsland", "GLibBridge"],
      swiftSettings: strict + compact),
    .target(
      name: "TomatoSettings",
      dependencies: ["TomatoLink", "TomatoEngine", "TomatoIsland", "TomatoWords", "GLibBridge"],
      swiftSettings: strict + compact),
    .target(
      name: "TomatoRecord",
      dependencies: ["TomatoLink", "TomatoEngine", "TomatoIsland", "TomatoWords", "GLibBridge", "SQLiteBridge"],
      swiftSettings: strict),
    .target(
      name: "TomatoDesktop",
      dependencies: [
        "TomatoLink", "TomatoEngine", "TomatoIsland", "TomatoWords", "TomatoSettings", "TomatoRecord", "GLibBridge",
      ],
      swiftSettings: strict + compact + mainThread),
    .target(
      name: "TomatoPrograms",
      dependencies: [
        "TomatoLink", "TomatoSocket", "TomatoEngine", "TomatoIsland", "TomatoWords", "TomatoSettings", "TomatoRecord",
        "TomatoDesktop", "GLibBridge", "SQLiteBridge",
      ],
      swiftSettings: strict + compact + mainThread),
    .executableTarget(
      name: "tomato-notifyd",
      dependencies: [
        "TomatoLink", "TomatoSocket", "TomatoEngine", "TomatoIsland", "TomatoWords", "TomatoSettings", "TomatoRecord",
        "TomatoDesktop", "TomatoPrograms", "GLibBridge", "CArguments",
      ],
      swiftSettings: strict + compact + mainThread, linkerSettings: staticRuntime),
    .executableTarget(
      name: "tomato-notify",
      dependencies: [
        "TomatoLink", "TomatoSocket", "CArguments", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict + compact + [.unsafeFlags(["-static-executable"], .when(configuration: .release))],
      linkerSettings: staticExecutable),
    .executableTarget(
      name: "engine-bench", dependencies: ["TomatoLink", "TomatoEngine"], path: "Benchmarks/engine-bench",
      swiftSettings: strict),
    .executableTarget(
      name: "live-bench", dependencies: ["LiveActivity"], path: "Benchmarks/live-bench", swiftSettings: strict),
    // What the test targets share: folders, programs, a message bus of their own, a notification server on it, and one
    // limit for every wait.
    .target(
      name: "TestKit", dependencies: ["TomatoLink", "TomatoIsland", "GLibBridge", "CNotify"], path: "Tests/TestKit",
      swiftSettings: tests),
    .testTarget(name: "LinkTests", dependencies: ["TomatoLink", "TestKit"], swiftSettings: tests),
    .testTarget(
      name: "LiveActivityTests", dependencies: ["LiveActivity", "TomatoLink", "TomatoSocket", "TestKit"],
      swiftSettings: tests),
    .testTarget(
      name: "EngineTests", dependencies: ["TomatoLink", "TomatoEngine", "TomatoRecord", "TestKit"],
      swiftSettings: tests + fast),
    .testTarget(
      name: "BridgeTests", dependencies: ["GLibBridge", "SQLiteBridge", "TomatoLink", "CNotify", "TestKit"],
      swiftSettings: tests),
    .testTarget(
      name: "IslandTests", dependencies: ["TomatoIsland", "GLibBridge", "CNotify", "TestKit"], swiftSettings: tests),
    .testTarget(
      name: "DaemonTests",
      dependencies: [
        "tomato-notifyd", "TomatoPrograms", "TomatoDesktop", "TomatoRecord", "TomatoSettings", "TomatoWords",
        "TomatoLink", "TomatoEngine", "TomatoIsland", "GLibBridge", "SQLiteBridge", "TestKit",
      ],
      exclude: ["Golden", "Databases"], swiftSettings: tests),
    .testTarget(
      name: "CommandTests", dependencies: ["tomato-notify", "TomatoLink", "TomatoSocket", "TestKit"],
      swiftSettings: tests),
    // Tests the built programs as processes, without linking them. The engine predicts the expected state after kills.
    .testTarget(
      name: "EndToEndTests", dependencies: ["TomatoLink", "TomatoEngine", "SQLiteBridge", "GLibBridge", "TestKit"],
      swiftSettings: tests),
    .testTarget(name: "DesktopTests", dependencies: ["TomatoLink", "TestKit"], swiftSettings: tests),
    // The parsers of what comes from outside with their laws, and the inputs that were worth keeping.
    .testTarget(
      name: "FuzzTests", dependencies: fuzzed + ["TestKit"], exclude: ["Corpus", "Found", "FuzzDriver.swift"],
      swiftSettings: tests),
    // Checks style and module boundaries in the sources.
    .testTarget(name: "TidyTests", swiftSettings: tests + fast),
  ],
  swiftLanguageModes: [.v6])

// `scripts/fuzz.sh` builds these laws as a program of libFuzzer. What belongs to another program cannot be linked into
// it, so the command is a library there.
if Context.environment["TOMATO_FUZZ"] != nil {
  package.products = []
  package.targets.removeAll { $0.name == "tomato-notify" || $0.type == .test }
  package.targets += [
    .target(
      name: "tomato-notify",
      dependencies: [
        "TomatoLink", "TomatoSocket", "CArguments", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/tomato-notify", exclude: ["main.swift"], swiftSettings: strict),
    .executableTarget(
      name: "fuzz", dependencies: fuzzed, path: "Tests/FuzzTests", exclude: ["Corpus", "Found", "ReplayTests.swift"],
      swiftSettings: tests),
  ]
}
